import type { Chunking } from "@/lib/contract/datasources/schemas";
import type { ChunkView } from "@/lib/contract/documents/schemas";
import type { TeamCallContext } from "../../../access/calls/implement";
import type { Chunk } from "../../../engine/parsing/chunking/chunk";
import { chunkFile } from "../../../engine/parsing/parse-file";
import { ParseError } from "../../../engine/parsing/shared/parse-error";
import { invalidField } from "../../../platform/errors/errors";

const maxShown = 50;

/** Reads all chunks, and returns the first ones for display. */
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
 * The first chunks of a file and their total number. Chunked in the parser process, so that a long file blocks nobody. Throws
 * 400 with the reason when it cannot be read.
 */
export async function previewFile(
  { teamId, signal }: Pick<TeamCallContext, "teamId" | "signal">,
  file: { path: string; filename: string },
  chunking: Chunking,
) {
  const reading = chunkFile(file.path, file.filename, chunking, teamId, signal);
  try {
    const { chunks, total, head } = await firstChunks(reading, maxShown);
    return { title: head.title, pages: head.pages ?? null, total, chunks };
  } catch (error) {
    if (error instanceof ParseError) throw invalidField("file", error.message);
    throw error;
  }
}
