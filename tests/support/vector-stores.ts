import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLanceEngine, createLanceStore } from "@/lib/server/engine/knowledge/vectors/lance/store";
import { createPineconeStore } from "@/lib/server/engine/knowledge/vectors/pinecone/store";
import { createQdrantStore } from "@/lib/server/engine/knowledge/vectors/qdrant/store";
import type { Point, VectorStore } from "@/lib/server/engine/knowledge/vectors/shared/types";
import { randomText } from "@/lib/server/platform/ids/ids";

import { startPineconeStandin } from "./standins/vectors/pinecone";
import { startQdrantStandin } from "./standins/vectors/qdrant";

interface Opened {
  store: VectorStore;
  close: () => Promise<void>;
}

export function openLance(folder = mkdtempSync(join(tmpdir(), "muster-vectors-"))) {
  const store = createLanceStore(createLanceEngine(folder));
  const close = async () => {
    await store.idle();
    rmSync(folder, { recursive: true, force: true });
  };
  return { store, folder, close };
}

/** Every store, the foreign ones before their stand-ins. */
export const stores: Record<string, () => Promise<Opened>> = {
  builtin: async () => openLance(),
  qdrant: async () => {
    const { url, key, close } = await startQdrantStandin();
    return { store: createQdrantStore({ url, apiKey: key }), close };
  },
  pinecone: async () => {
    const { url, key, close } = await startPineconeStandin();
    return { store: createPineconeStore({ url, apiKey: key }), close };
  },
};

export const newTeam = (): string => `team-${randomText(6)}`;

/** A point in the plane of the first two axes, at an angle in degrees. */
export const at = (degrees: number): number[] => [
  Math.cos((degrees * Math.PI) / 180),
  Math.sin((degrees * Math.PI) / 180),
  0,
  0,
];

export const point = (teamId: string, id: string, rest: Partial<Point> = {}): Point => ({
  id,
  teamId,
  datasourceId: "datasource_1",
  documentId: "document_1",
  vector: at(0),
  fields: {},
  ...rest,
});
