import { lstatSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { sharedBase } from "../../platform/db/embedded/embedded-location";
import { probeNames } from "../../platform/disk/file-clock";
import { temporaryRoot } from "../../platform/disk/work-folder";
import { env } from "../../platform/env/env";
import type { LeftoverLocation } from "../../platform/storage/remove-leftovers";
import { backupFolder } from "../operations/before-migration";
import { backupLeftovers } from "../operations/link-tree";

/** Where killed processes may have left unreferenced files and folders. */
export function listLeftoverLocations(): LeftoverLocation[] {
  const { DATA_DIR, UPLOADS_DIR, MODELS_DIR, STORAGE_URL } = env();
  const within = (name: string) => join(/* turbopackIgnore: true */ DATA_DIR, name);
  const places: LeftoverLocation[] = [
    // Names of 32 digits, or without a process's mark, are from earlier versions.
    {
      what: "temporary files",
      folder: temporaryRoot(),
      names: /^(upload|move|parse|source|page|vectors)-|^[0-9a-f]{32}$/,
    },
    backupLeftovers(backupFolder()),
    ...(STORAGE_URL ? [] : [backupLeftovers(UPLOADS_DIR)]),
    backupLeftovers(within("vectors")),
    { what: "partial databases", folder: findEmbeddedParent(DATA_DIR), names: /^postgres-draft-/ },
    { what: "partial databases", folder: sharedBase, names: /^draft-/ },
    { what: "model weights", folder: MODELS_DIR, names: /^\..+\.part$/ },
    { what: "outbox files", folder: within("outbox"), names: /\.part$/ },
    { what: "temporary secret files", folder: DATA_DIR, names: /^app-secret\.\d+\.[0-9a-f]{12}$/ },
  ];
  // Ages in these folders are measured by a probe file.
  const probed = [...new Set(places.map(({ folder }) => folder))];
  return [...places, ...probed.map((folder) => ({ what: "test files", folder, names: probeNames }))];
}

/** As root the embedded database may be elsewhere, behind a link. */
function findEmbeddedParent(dataDir: string): string {
  const pointer = join(/* turbopackIgnore: true */ dataDir, "postgres");
  return lstatSync(pointer, { throwIfNoEntry: false })?.isSymbolicLink() ? dirname(readlinkSync(pointer)) : dataDir;
}
