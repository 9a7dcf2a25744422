import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { formatBytes } from "@/lib/utils/bytes";
import { requireRoom } from "../disk";
import { makeWorkFolder } from "../storage/work-folder";
import { AppError } from "./errors";
import { detectMimeType } from "./file-kind";
import { cleanFileName } from "./file-name";

export interface ReceivedFile {
  field: string;
  /** A temporary file under a random name; whoever keeps it moves it away. */
  path: string;
  /** The sender's name for it, cleaned. */
  filename: string;
  mimeType: string;
  size: number;
}

export interface TemporaryFiles {
  /** What was stored, in the order in which it was sent. */
  files: () => ReceivedFile[];
  /** Streams one file to the disk. Throws `too_large` at the first byte over the limit. */
  store: (field: string, sentName: string | undefined, source: Readable) => Promise<void>;
  /** Removes what is still there. */
  dispose: () => Promise<void>;
}

/** An upload may not say how long it is. */
const lookEveryBytes = 8 * 1024 * 1024;

export const fileTooLarge = (filename: string, maxBytes: number, most: string): AppError =>
  new AppError("too_large", `${filename} is larger than ${formatBytes(maxBytes)}, the most that ${most}.`, {
    data: { limit: "maxFileBytes", max: maxBytes },
  });

/** They lie in a folder of their own in `parent`. `most` ends the sentence about a file that is too large. */
export async function temporaryFiles(parent: string, maxBytes: number, most: string): Promise<TemporaryFiles> {
  const { path: folder, remove } = await makeWorkFolder(parent, "upload-");
  const received: (ReceivedFile | undefined)[] = [];
  let begun = 0;
  return {
    files: () => received.filter((file) => file !== undefined),
    async store(field, sentName, source) {
      const path = join(folder, randomBytes(16).toString("hex"));
      const filename = cleanFileName(sentName);
      let size = 0;
      let next = lookEveryBytes;
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > maxBytes) throw fileTooLarge(filename, maxBytes, most);
          if (size >= next) {
            next = size + lookEveryBytes;
            await requireRoom(chunk.length, true);
          }
          yield chunk;
        }
      }
      const place = begun++;
      const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
      // A pipeline that fails does not wait for the file to be opened, which then comes after `dispose`.
      const closed = new Promise<void>((resolve) => file.once("close", () => resolve()));
      await pipeline(source, counted, file).finally(() => closed);
      // A form's file input that was left empty sends a part without a name and without content.
      if (size === 0 && !sentName) return;
      received[place] = { field, path, filename, mimeType: await detectMimeType(path, filename), size };
    },
    dispose: remove,
  };
}
