import type { Chunking } from "@/lib/contract/datasources";
import type { ChunkView } from "@/lib/contract/documents";
import { invalidField } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import type { Chunk } from "../knowledge/chunking/chunk";
import { ParseError } from "../knowledge/parsing/parse-error";
import { chunkFile } from "../knowledge/parsing/parse-file";

const shownMost = 50;

/** Reads to the end, and keeps of the chunks the first ones as they are shown. */
export async function firstChunks<Head>(reading: AsyncGenerator<Chunk[], Head>, most: number) {
  const chunks: ChunkView[] = [];
  let total = 0;
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) {
    for (const { text, page, lastPage, headings } of next.value.slice(0, most - chunks.length))
      chunks.push({ position: chunks.length, text, page, lastPage, headings });
    total += next.value.length;
  }
  return { chunks, total, head: next.value };
}

/**
 * The first chunks of a file and how many there are. It is cut where it is read: a long one keeps nobody waiting. Throws 400
 * with the reason where it cannot be read.
 */
export async function previewFile(
  { teamId, signal }: Pick<TeamCallContext, "teamId" | "signal">,
  file: { path: string; filename: string },
  chunking: Chunking,
) {
  const reading = chunkFile(file.path, file.filename, chunking, teamId, signal);
  try {
    const { chunks, total, head } = await firstChunks(reading, shownMost);
    return { title: head.title, pages: head.pages ?? null, total, chunks };
  } catch (error) {
    if (error instanceof ParseError) throw invalidField("file", error.message);
    throw error;
  }
}
