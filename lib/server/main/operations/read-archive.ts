import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { isErrno } from "../../platform/errors/errno";
import { ArchiveError, type TarEntry, unpack } from "../../platform/storage/tar";
import {
  type Manifest,
  type ManifestEntry,
  manifestName,
  manifestSchema,
  maxManifestBytes,
  splitEntryName,
} from "./manifest";

/** Where an archive is unpacked: new folders and files of this restore only. */
export interface Staging {
  database: string;
  secret: string;
  uploads: string;
  vectors: string;
}

const createForeignError = (file: string): ArchiveError => new ArchiveError(`${file} isn't a Muster backup.`);

/**
 * Unpacks and verifies a whole archive. `accept` sees the manifest before anything is written. Entries not in the manifest, or
 * with a path outside the staging folders, are never written.
 */
export async function readArchive(
  file: string,
  accept: (manifest: Manifest) => Promise<Staging>,
): Promise<{ manifest: Manifest; staging: Staging }> {
  let found: { manifest: Manifest; staging: Staging; left: Map<string, ManifestEntry> } | undefined;
  const take = async (entry: TarEntry, content: Readable) => {
    if (entry.type !== "file") throw new ArchiveError("The archive contains something other than regular files.");
    if (found) return writeEntry(entry, content, found);
    if (entry.name !== manifestName || entry.size > maxManifestBytes) throw createForeignError(file);
    const manifest = await readManifest(file, content);
    const left = new Map(manifest.entries.map((known) => [known.name, known]));
    if (left.size !== manifest.entries.length) throw new ArchiveError("The archive contains a file twice.");
    found = { manifest, staging: await accept(manifest), left };
  };
  try {
    await pipeline(createReadStream(file), createGunzip(), (chunks) => unpack(chunks, take));
  } catch (error) {
    throw toReadableError(file, error);
  }
  if (!found) throw createForeignError(file);
  const [missing] = found.left.keys();
  if (missing) throw new ArchiveError(`${file} is incomplete: ${missing} is missing.`);
  return found;
}

async function readManifest(file: string, content: Readable): Promise<Manifest> {
  const bytes = Buffer.concat(await Array.fromAsync(content));
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new ArchiveError(`${file} is damaged.`);
  }
  if (!json || typeof json !== "object" || !("format" in json) || json.format !== "muster-backup")
    throw createForeignError(file);
  if ("formatVersion" in json && json.formatVersion !== 1)
    throw new ArchiveError(`${file} was created by a newer version of Muster. Restore it with that version.`);
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new ArchiveError(`The list of contents in ${file} isn't valid.`);
  return parsed.data;
}

async function writeEntry(
  { name, size }: TarEntry,
  content: Readable,
  { left, staging }: { left: Map<string, ManifestEntry>; staging: Staging },
): Promise<void> {
  const known = left.get(name);
  if (!known) throw new ArchiveError("The archive contains a file that isn't in its list of contents.");
  left.delete(name);
  if (known.size !== size) throw new ArchiveError(`The archive is damaged: ${name} has the wrong size.`);
  const { part, path } = splitEntryName(name);
  const target = part === "secret" ? staging.secret : join(staging[part], path);
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  const hash = createHash("sha256");
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(content, hashed, createWriteStream(target, { flags: "wx", mode: 0o600 }));
  if (hash.digest("hex") !== known.sha256)
    throw new ArchiveError(`The archive is damaged: ${name} has the wrong content.`);
}

function toReadableError(file: string, error: unknown): unknown {
  if (error instanceof ArchiveError) return error;
  if (isErrno(error, "ENOENT")) return new ArchiveError(`The file ${file} doesn't exist.`);
  if (isErrno(error, "EISDIR")) return createForeignError(file);
  if (isErrno(error, "Z_BUF_ERROR")) return new ArchiveError(`${file} is truncated: its end is missing.`);
  if (isErrno(error, "Z_DATA_ERROR"))
    return error instanceof Error && error.message.includes("incorrect header check")
      ? createForeignError(file)
      : new ArchiveError(`${file} is damaged.`);
  return error;
}
