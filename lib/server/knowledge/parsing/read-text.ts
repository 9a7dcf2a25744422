import { readFile, stat } from "node:fs/promises";
import { decodeText } from "./decode-text.ts";
import { parseLimits } from "./limits.ts";
import { ParseError } from "./parse-error.ts";

/** The whole file, unless it is larger than Muster reads into memory. */
export async function readBytes(path: string): Promise<Buffer> {
  if ((await stat(path)).size > parseLimits.fileBytes)
    throw new ParseError(
      "too_large",
      "This file is larger than Muster reads as one file. Split it into several files and upload those.",
    );
  return readFile(path);
}

export const readText = async (path: string, declared?: (head: string) => string | undefined): Promise<string> => {
  const bytes = await readBytes(path);
  return decodeText(bytes, { declared: declared?.(bytes.toString("latin1", 0, 2048)) });
};
