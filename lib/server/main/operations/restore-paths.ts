import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { secretFile } from "../../platform/crypto/secret";
import type { Env } from "../../platform/env/env";
import { databaseNotes } from "../../platform/storage/stores/database-markers";
import type { Part } from "./manifest";
import type { Staging } from "./read-archive";
import { formatStamp } from "./stamp";
import type { Move } from "./swap";

export type Folders = Pick<Env, "DATA_DIR" | "UPLOADS_DIR"> & Partial<Pick<Env, "STORAGE_URL">>;

export type RestorePaths = ReturnType<typeof createRestorePaths>;

/** On the same file systems as their targets, so that a rename is sufficient. */
export function createRestorePaths({ DATA_DIR, UPLOADS_DIR, STORAGE_URL }: Folders) {
  const name = formatStamp();
  const draft = join(DATA_DIR, `restore-${name}`);
  const uploadsDraft = STORAGE_URL ? join(draft, "uploads") : join(UPLOADS_DIR, `.restore-${name}`);
  const staging: Staging = {
    database: join(draft, "database"),
    secret: secretFile(draft),
    uploads: uploadsDraft,
    vectors: join(draft, "vectors"),
  };
  return {
    draft,
    uploadsDraft,
    staging,
    aside: join(DATA_DIR, `before-restore-${name}`),
    uploadsAside: join(UPLOADS_DIR, `.before-restore-${name}`),
  };
}

export const listAsideFolders = ({ aside, uploadsAside }: RestorePaths): string[] =>
  [aside, uploadsAside].filter((folder) => existsSync(folder));

/** Moves the existing data aside, then the unpacked data into place. */
export function planMoves(
  parts: Part[],
  { DATA_DIR, UPLOADS_DIR, STORAGE_URL }: Folders,
  places: RestorePaths,
): Move[] {
  const { draft, staging, aside, uploadsAside } = places;
  const names = [
    ...(parts.includes("database") ? ["postgres"] : []),
    ...(parts.includes("secret") ? ["app-secret"] : []),
    ...(parts.includes("vectors") ? ["vectors"] : []),
  ];
  const within = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
  // The record of the files' database moves with them.
  const replaced = (name: string) => !name.startsWith(".") || name === databaseNotes;
  // Those on object storage are not moved.
  const uploads = parts.includes("uploads") && !STORAGE_URL;
  const visible = uploads ? within(UPLOADS_DIR).filter(replaced) : [];
  const fresh = uploads ? within(staging.uploads) : [];
  if (visible.length > 0) mkdirSync(uploadsAside, { recursive: true, mode: 0o700 });
  return [
    ...names.map((name) => ({ from: join(DATA_DIR, name), to: join(aside, name) })),
    ...visible.map((name) => ({ from: join(UPLOADS_DIR, name), to: join(uploadsAside, name) })),
    ...names.map((name) => ({ from: join(draft, name), to: join(DATA_DIR, name) })),
    ...fresh.map((name) => ({ from: join(staging.uploads, name), to: join(UPLOADS_DIR, name) })),
  ];
}
