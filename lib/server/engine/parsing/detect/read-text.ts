import { readFile, stat } from "node:fs/promises";
import { decodeText } from "../shared/decode-text.ts";
import { parseLimits } from "../shared/limits.ts";
import { ParseError } from "../shared/parse-error.ts";

/** The whole file, unless it exceeds the memory limit. */
export async function readBytes(path: string): Promise<Buffer> {
  if ((await stat(path)).size > parseLimits.fileBytes)
    throw new ParseError("too_large", "This file is too large. Split it into several files and upload them.");
  return readFile(path);
}

export const readText = async (path: string, declared?: (head: string) => string | undefined): Promise<string> => {
  const bytes = await readBytes(path);
  return decodeText(bytes, { declared: declared?.(bytes.toString("latin1", 0, 2048)) });
};
