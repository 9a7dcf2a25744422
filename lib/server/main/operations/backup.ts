import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { link, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { ClientBase } from "pg";
import { type Dump, dumpDatabase } from "../../platform/db/copy/dump";
import { makeWorkFolder } from "../../platform/disk/work-folder";
import { isErrno } from "../../platform/errors/errno";
import { readVersion } from "../../platform/process/version";
import { removeLeftovers } from "../../platform/storage/remove-leftovers";
import type { FileStore } from "../../platform/storage/stores/store";
import { pack, type TarSource } from "../../platform/storage/tar";
import { copyStore } from "./copy-store";
import { backupLeftovers, backupPrefix, type LinkedTree, linkTree } from "./link-tree";
import { type Manifest, type ManifestEntry, manifestName, type Part } from "./manifest";

interface BackupOptions {
  /** The archive to create; must not exist. */
  file: string;
  /** What to include in addition to the database: files in a folder or a store, and the folder of vectors. */
  uploads?: string | FileStore;
  vectors?: string;
  /** The file of the generated secret, if in use. */
  secret?: string;
}

interface Backup {
  file: string;
  bytes: number;
  manifest: Manifest;
}

type StoredEntry = ManifestEntry & { path: string };

/**
 * Writes one archive of a consistent snapshot, without blocking writers. Written under a temporary name first: a file with the
 * given name is a complete backup.
 */
export async function writeBackup(client: ClientBase, options: BackupOptions): Promise<Backup> {
  const { file, uploads, vectors } = options;
  if (existsSync(file)) throw new Error(`${file} already exists. Choose another file name.`);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  await removeLeftovers([backupLeftovers(folder)], AbortSignal.timeout(10_000));
  const { path: spool, remove } = await makeWorkFolder(folder, backupPrefix);
  const trees: [Part, LinkedTree][] = [];
  try {
    if (typeof uploads === "string") trees.push(["uploads", await linkTree(uploads)]);
    else if (uploads) trees.push(["uploads", copyStore(uploads, join(spool, ".uploads"))]);
    if (vectors) trees.push(["vectors", await linkTree(vectors)]);
    const refreshLinks = async () => {
      for (const [, tree] of trees) await tree.refresh();
    };
    // Runs before the snapshot, for files deleted soon after it, and again at the snapshot, for newer ones. Only a file
    // that was created and deleted between the two can be missing.
    await refreshLinks();
    const held: StoredEntry[] = [];
    const take = async ({ name }: { name: string }, rows: Readable) =>
      void held.push(await store(`database/${name}`, rows, join(spool, name)));
    const dump = await dumpDatabase(client, take, refreshLinks);
    if (dump.migrations.length === 0) throw new Error("The database is empty: there is nothing to back up.");
    held.push(...(await storeSecret(options.secret, spool)));
    for (const [part, tree] of trees)
      for (const [path, place] of tree.files()) held.push(await toEntry(`${part}/${path}`, place));
    return await writeArchive(file, spool, held, buildManifest(dump, held, options));
  } finally {
    await remove();
    for (const [, tree] of trees) await tree.remove();
  }
}

/** Writes a stream to a file, and returns its size and hash. */
async function store(name: string, source: Readable, path: string): Promise<StoredEntry> {
  const hash = createHash("sha256");
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  await pipeline(source, counted, createWriteStream(path, { mode: 0o600, flags: "wx" }));
  return { name, size, sha256: hash.digest("hex"), path };
}

async function toEntry(name: string, path: string): Promise<StoredEntry> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { name, size, sha256: hash.digest("hex"), path };
}

async function storeSecret(secret: string | undefined, spool: string): Promise<StoredEntry[]> {
  if (!secret) return [];
  const content = await readFile(secret).catch((error: unknown) => {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  });
  if (!content) return [];
  const path = join(spool, ".secret");
  await writeFile(path, content, { mode: 0o600 });
  return [await toEntry("secret", path)];
}

function buildManifest(dump: Dump, held: StoredEntry[], { uploads, vectors }: BackupOptions): Manifest {
  const { migrations, tables, secretCheck, postgres } = dump;
  const parts: Part[] = ["database"];
  if (held.some(({ name }) => name === "secret")) parts.push("secret");
  if (uploads) parts.push("uploads");
  if (vectors) parts.push("vectors");
  return {
    format: "muster-backup",
    formatVersion: 1,
    version: readVersion(),
    created: new Date().toISOString(),
    migrations,
    postgres,
    secretCheck,
    parts,
    tables,
    entries: held.map(({ name, size, sha256 }) => ({ name, size, sha256 })),
  };
}

async function writeArchive(file: string, spool: string, held: StoredEntry[], manifest: Manifest): Promise<Backup> {
  const draft = join(spool, `.archive-${randomBytes(6).toString("hex")}`);
  const content = Buffer.from(JSON.stringify(manifest, null, 1));
  const sources: TarSource[] = [{ name: manifestName, content }, ...held];
  await pipeline(
    pack(sources, new Date(manifest.created)),
    createGzip(),
    createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true }),
  );
  // Unlike a rename, a hard link never replaces a file created meanwhile.
  await link(draft, file);
  const { size: bytes } = await stat(file);
  return { file, bytes, manifest };
}
