import type { Chunking } from "@/lib/contract/datasources";
import type { TeamCallContext } from "../http/implement";
import { chunkFile } from "../knowledge/parsing/parse-file";

const shownMost = 50;

/** The first chunks of a file and how many there are. It is cut where it is read: a long one keeps nobody waiting. */
export async function previewFile(
  { teamId, signal }: Pick<TeamCallContext, "teamId" | "signal">,
  file: { path: string; filename: string },
  chunking: Chunking,
) {
  const chunks = [];
  let total = 0;
  const reading = chunkFile(file.path, file.filename, chunking, teamId, signal);
  let next = await reading.next();
  for (; !next.done; next = await reading.next()) {
    const wanted = next.value.slice(0, shownMost - chunks.length);
    for (const { text, page, lastPage, headings } of wanted)
      chunks.push({ position: chunks.length, text, page, lastPage, headings });
    total += next.value.length;
  }
  return { title: next.value.title, pages: next.value.pages ?? null, total, chunks };
}
