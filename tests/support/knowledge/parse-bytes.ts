import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@/lib/server/engine/parsing/parse";
import { ParseError } from "@/lib/server/engine/parsing/shared/parse-error";
import type { Parsed } from "@/lib/server/engine/parsing/shared/parsed";
import { temporaryFolder } from "../folders";

/** A file with this content that is there until the test is over; its own name says nothing. */
export function fileWith(content: string | Uint8Array): string {
  const path = join(temporaryFolder("parse"), "upload");
  writeFileSync(path, content);
  return path;
}

/** What is read of a file, in this thread. */
export const parseBytes = (content: string | Uint8Array, filename: string): Promise<Parsed> =>
  parse(fileWith(content), filename);

/** Its blocks, each as `kind: text`, with the level of a heading. */
export async function blocksOf(content: string | Uint8Array, filename: string): Promise<string[]> {
  const { blocks } = await parseBytes(content, filename);
  return blocks.map(({ kind, text, level }) => `${kind}${level ?? ""}: ${text}`);
}

/** Why a file is refused, as `problem: sentence`. */
export async function refusalOf(content: string | Uint8Array, filename: string): Promise<string> {
  const error = await parseBytes(content, filename).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ParseError ? `${error.problem}: ${error.message}` : `none: ${error}`;
}
