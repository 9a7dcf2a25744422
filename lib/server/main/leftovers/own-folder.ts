import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client";
import { isTransient } from "../../platform/db/connection/is-transient";
import { settings } from "../../platform/db/tables/settings";
import { log } from "../../platform/log/log";
import { singleton } from "../../platform/process/registry";
import type { DatabaseMarkers } from "../../platform/storage/stores/database-markers";

const idSetting = "database-id";
const placeSetting = "database-place";
/** Time for an operator to notice a wrong database or folder. */
const safetyMs = 24 * 3_600_000;

/** Identifies the cluster and database; it differs for a restored, moved or cloned database. */
const currentPlace = sql`select c.system_identifier || '/' || d.oid as place
  from pg_control_system() c, pg_database d where d.datname = current_database()`;

function warnOnce(about: string, fields: object, sentence: string): void {
  const warned = singleton("own-folder-warnings", () => new Set<string>());
  if (warned.has(about)) return;
  warned.add(about);
  log().warn(fields, sentence);
}

/** Undefined when PostgreSQL does not permit reading it. Throws temporary errors: a copy must not keep its id because of them. */
async function findDatabasePlace(db: Db): Promise<string | undefined> {
  try {
    return (await db.execute<{ place: string }>(currentPlace)).rows[0]?.place;
  } catch (error) {
    if (isTransient(error)) throw error;
    const sentence =
      "Muster isn't allowed to call pg_control_system() in PostgreSQL, so a copy of this database can't be distinguished from it.";
    warnOnce(placeSetting, { err: error }, sentence);
    return undefined;
  }
}

/** Identifies this database. A copy contains the original's id, and gets its own on first use. */
async function getDatabaseId(db: Db): Promise<string> {
  // Before the transaction, which an error would abort.
  const place = await findDatabasePlace(db);
  const fresh = randomBytes(16).toString("hex");
  return db.transaction(async (tx) => {
    const settle = (name: string, value: unknown) =>
      tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
    await tx.insert(settings).values({ name: idSetting, value: fresh }).onConflictDoNothing();
    const [row] = await tx.select().from(settings).where(eq(settings.name, idSetting)).for("update");
    const [noted] = await tx.select().from(settings).where(eq(settings.name, placeSetting));
    if (place === undefined || noted?.value === place) return String(row?.value);
    await settle(placeSetting, place);
    // An earlier version recorded the id without its place.
    if (!noted) return String(row?.value);
    await settle(idSetting, fresh);
    return fresh;
  });
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
