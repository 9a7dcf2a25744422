import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { formatBytes } from "@/lib/utils/text/bytes";
import { requireDiskSpace } from "../../disk/disk";
import { makeWorkFolder } from "../../disk/work-folder";
import { AppError } from "../../errors/errors";
import { detectMimeType } from "./file-kind";
import { cleanFileName } from "./file-name";

export interface ReceivedFile {
  field: string;
  /** A temporary file with a random name, to be moved away if kept. */
  path: string;
  /** The client's name, sanitized. */
  filename: string;
  mimeType: string;
  size: number;
}

interface TemporaryFiles {
  /** Stored files, in the order received. */
  files: () => ReceivedFile[];
  /** Streams one file to disk. Throws `too_large` at the first byte over the limit. */
  store: (field: string, sentName: string | undefined, source: Readable) => Promise<void>;
  dispose: () => Promise<void>;
}

/** The disk is checked repeatedly, because an upload may not declare its length. */
const checkEveryBytes = 8 * 1024 * 1024;

export const createTooLargeError = (filename: string, maxBytes: number, owner = "the"): AppError =>
  new AppError("too_large", `${filename} exceeds ${owner} limit of ${formatBytes(maxBytes)} per file.`, {
    data: { limit: "maxFileBytes", max: maxBytes },
  });

/** Creates a folder for temporary files in `parent`. `limitOwner`, in the possessive, is named if a file is too large. */
export async function temporaryFiles(parent: string, maxBytes: number, limitOwner?: string): Promise<TemporaryFiles> {
  const { path: folder, remove } = await makeWorkFolder(parent, "upload-");
  const received: (ReceivedFile | undefined)[] = [];
  let begun = 0;
  return {
    files: () => received.filter((file) => file !== undefined),
    async store(field, sentName, source) {
      const path = join(folder, randomBytes(16).toString("hex"));
      const filename = cleanFileName(sentName);
      let size = 0;
      let next = checkEveryBytes;
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > maxBytes) throw createTooLargeError(filename, maxBytes, limitOwner);
          if (size >= next) {
            next = size + checkEveryBytes;
            await requireDiskSpace(chunk.length, true);
          }
          yield chunk;
        }
      }
      const place = begun++;
      const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
      // A failed pipeline does not wait for the file to be opened, which then happens after `dispose`.
      const closed = new Promise<void>((resolve) => file.once("close", () => resolve()));
      await pipeline(source, counted, file).finally(() => closed);
      // An empty file input sends a part without name and content.
      if (size === 0 && !sentName) return;
      received[place] = { field, path, filename, mimeType: await detectMimeType(path, filename), size };
    },
    dispose: remove,
  };
}
