import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";
import type { ExportedFile } from "./shared/exported";

/** A zip of text files. Compressed in other threads. */
export async function writeZip(files: readonly ExportedFile[], changed: Date): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  // Refuses paths that lead out of the folder that it is unpacked to.
  for (const { path, text } of files) zip.addBuffer(Buffer.from(text), path, { mtime: changed });
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
