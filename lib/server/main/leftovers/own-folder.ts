import type { Db } from "../../platform/db/client";
import { getDatabaseId } from "../../platform/db/database-id";
import { log } from "../../platform/log/log";
import { singleton } from "../../platform/process/registry";
import type { DatabaseMarkers } from "../../platform/storage/stores/database-markers";

/** Time for an operator to notice a wrong database or folder. */
const safetyMs = 24 * 3_600_000;

function warnOnce(about: string, fields: object, sentence: string): void {
  const warned = singleton("own-folder-warnings", () => new Set<string>());
  if (warned.has(about)) return;
  warned.add(about);
  log().warn(fields, sentence);
}

/** Records in a file folder that it contains files of this database. Returns the database's ID. */
export async function recordDatabase(db: Db, markers: DatabaseMarkers): Promise<string> {
  const id = await getDatabaseId(db);
  await markers.add(id);
  return id;
}

/**
 * Whether files without a row may be deleted from a folder: only while no other database is recorded there, and this one has
 * been for a day. An empty database at a mistyped URL has no rows at all.
 */
export async function isOwnFolder(db: Db, markers: DatabaseMarkers): Promise<boolean> {
  const { place, notes } = markers;
  const id = await recordDatabase(db, markers);
  const others = (await markers.list()).filter((found) => found !== id);
  if (others.length === 0) return (await markers.now()) - (await markers.modified(id)) > safetyMs;
  const sentence = `Several databases have files in ${place}, so no files are removed. In ${notes}, delete the markers of databases that no longer exist. Each is named after the ID of its database. The ID of this database is ${id}.`;
  warnOnce(place, { place }, sentence);
  return false;
}
