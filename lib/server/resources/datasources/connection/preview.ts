import type { Chunking } from "@/lib/contract/datasources/settings";
import type { ChunkView } from "@/lib/contract/documents/schemas";
import type { TeamCallContext } from "../../../access/calls/implement";
import type { Chunk } from "../../../engine/parsing/chunking/chunk";
import { chunkFile } from "../../../engine/parsing/parse-file";
import { ParseError } from "../../../engine/parsing/shared/parse-error";
import { invalidField } from "../../../platform/errors/errors";

const maxShown = 50;

/** Reads all chunks, and returns the first ones for display. */
export async function readFirstChunks<Head>(reading: AsyncGenerator<Chunk[], Head>, max: number) {
  const chunks: ChunkView[] = [];
  let total = 0;
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) {
    for (const { text, page, lastPage, headings } of next.value.slice(0, max - chunks.length))
      chunks.push({ position: chunks.length, text, page, lastPage, headings });
    total += next.value.length;
  }
  return { chunks, total, head: next.value };
}

/**
 * Returns the first chunks of a file and their total number. The parser process splits the file, so that a long one does not
 * block this process. Throws 400 with the reason when it cannot be read.
 */
export async function previewFile(
  { teamId, signal }: Pick<TeamCallContext, "teamId" | "signal">,
  file: { path: string; filename: string },
  chunking: Chunking,
) {
  const reading = chunkFile(file.path, file.filename, chunking, teamId, signal);
  try {
    const { chunks, total, head } = await readFirstChunks(reading, maxShown);
    return { title: head.title, pages: head.pages ?? null, total, chunks };
  } catch (error) {
    if (error instanceof ParseError) throw invalidField("file", error.message);
    throw error;
  }
}
