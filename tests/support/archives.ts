import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { pack } from "@/lib/server/platform/storage/tar";

export interface Parts {
  manifest: { entries: { name: string; size: number; sha256: string }[]; tables: object[]; [key: string]: unknown };
  contents: Map<string, Buffer>;
}

/** An archive taken apart, to be put together again with something wrong in it. */
export function takeApart(archive: Buffer): Parts {
  const bytes = gunzipSync(archive);
  const contents = new Map<string, Buffer>();
  for (let at = 0; bytes[at] !== 0; ) {
    const [name = ""] = bytes.toString("utf8", at, at + 100).split("\0");
    const size = Number.parseInt(bytes.toString("utf8", at + 124, at + 135), 8);
    contents.set(name, bytes.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  const manifest = JSON.parse(String(contents.get("muster-backup.json")));
  contents.delete("muster-backup.json");
  return { manifest, contents };
}

export async function packed({ manifest, contents }: Parts): Promise<Buffer> {
  const list = Buffer.from(JSON.stringify(manifest));
  const all: [string, Buffer][] = [["muster-backup.json", list], ...contents];
  const sources = all.map(([name, content]) => ({ name, content }));
  return Buffer.concat(await Array.fromAsync(pack(sources, new Date(0))));
}

export const described = (name: string, content: Buffer) => ({
  name,
  size: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
});

/** The entry's header with the type of a symbolic link. */
export function asLink(bytes: Buffer, name: string): Buffer {
  const at = bytes.lastIndexOf(name);
  bytes.write("2", at + 156);
  bytes.fill(" ", at + 148, at + 156);
  const sum = bytes.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, at + 148);
  return bytes;
}
