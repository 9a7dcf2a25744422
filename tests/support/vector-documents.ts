import type { Point } from "@/lib/server/engine/knowledge/vectors/shared/types";
import { at, point } from "./vector-stores";

export const writerModel = { type: "demo", model: "demo-embedding" };
export const chunksEach = 20;

/** What a document of this number is stored as. */
export const chunksOfDocument = (teamId: string, i: number): Point[] =>
  Array.from({ length: chunksEach }, (_, n) =>
    point(teamId, `chunk_${i}_${n}`, { documentId: `document_${i}`, vector: at(i + n / 100), fields: { n } }),
  );
