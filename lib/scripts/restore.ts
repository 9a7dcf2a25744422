import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { restore } from "@/lib/server/main/operations/restore";
import { undoInterrupted } from "@/lib/server/main/operations/swap";
import { restrictNewFiles } from "@/lib/server/platform/disk/private-files";
import { env } from "@/lib/server/platform/env/env";
import { pluralize } from "@/lib/utils/text/pluralize";
import { runScript } from "./command";

const usage = `Usage:
  npm run restore -- <file>    replace the current data with a backup; the current data is set aside
  npm run restore -- --undo    restore the previous data after an interrupted restore`;

await runScript(async ([given, ...more]) => {
  if (!given || more.length > 0) throw new Error(usage);
  if (given === "--undo")
    return undoInterrupted(env().DATA_DIR)
      ? "The interrupted restore was undone. The data is unchanged."
      : "No restore was interrupted.";
  if (given.startsWith("-")) throw new Error(usage);
  // Before the umask: parent folders are not Muster's.
  mkdirSync(env().DATA_DIR, { recursive: true });
  restrictNewFiles();
  const { manifest, aside } = await restore(resolve(given), env());
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const previous =
    aside.length > 0 ? `\nThe previous data is in ${aside.join(" and ")}. Delete it once everything works.` : "";
  const vectors = env().VECTORS_URL
    ? "\nThe vectors in Qdrant are unchanged. If they don't belong to this backup, run npm run admin -- adopt-vectors, then check-vectors reindex."
    : "";
  return `Restored the backup of ${manifest.created} (Muster ${manifest.version}): ${pluralize(rows, "row")}, ${manifest.parts.join(", ")}.${previous}${vectors}`;
});
