import { lstatSync, readlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { sharedBase } from "../db/embedded-place";
import { env } from "../env";
import { backupFolder } from "../operations/before-migration";
import { backupLeftovers } from "../operations/link-tree";
import { probeNames } from "../storage/file-clock";
import type { LeftoverPlace } from "../storage/remove-leftovers";
import { temporaryRoot } from "../storage/work-folder";

/** Where killed processes may have left files and folders that no row in the database tells of. */
export function leftoverPlaces(): LeftoverPlace[] {
  const { DATA_DIR, UPLOADS_DIR, MODELS_DIR } = env();
  const within = (name: string) => join(/* turbopackIgnore: true */ DATA_DIR, name);
  const places: LeftoverPlace[] = [
    // Names of 32 digits and those without the mark of a process are of earlier versions.
    { what: "temporary files", folder: temporaryRoot(), names: /^(upload|parse|source|page|vectors)-|^[0-9a-f]{32}$/ },
    ...[backupFolder(), UPLOADS_DIR, within("vectors")].map(backupLeftovers),
    { what: "database drafts", folder: embeddedParent(DATA_DIR), names: /^postgres-draft-/ },
    { what: "database drafts", folder: sharedBase, names: /^draft-/ },
    { what: "model weights", folder: MODELS_DIR, names: /^\..+\.part$/ },
    { what: "mails", folder: within("outbox"), names: /\.part$/ },
    { what: "secrets", folder: DATA_DIR, names: /^app-secret\.\d+\.[0-9a-f]{12}$/ },
  ];
  // What is old in one of these folders is known by a probe in it.
  const probed = new Set(places.map(({ folder }) => folder));
  return [...places, ...[...probed].map((folder) => ({ what: "probes", folder, names: probeNames }))];
}

/** As root the embedded database may lie elsewhere, behind a link. */
function embeddedParent(dataDir: string): string {
  const pointer = join(/* turbopackIgnore: true */ dataDir, "postgres");
  return lstatSync(pointer, { throwIfNoEntry: false })?.isSymbolicLink() ? dirname(readlinkSync(pointer)) : dataDir;
}
