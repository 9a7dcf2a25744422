import { randomBytes } from "node:crypto";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { isErrno } from "../db/errno";
import { settings } from "../db/table";
import { log } from "../log";
import { singleton } from "../registry";
import { databaseNotes } from "../storage/database-notes";
import { fileSystemNow } from "../storage/file-clock";

const idName = "database-id";
const placeName = "database-place";
/** Who starts on the wrong database or folder has so long to notice it. */
const settledMs = 24 * 3_600_000;

/** The cluster, and the database in it: what was restored, moved or made from a template lies in another one. */
const presentPlace = sql`select c.system_identifier || '/' || d.oid as place
  from pg_control_system() c, pg_database d where d.datname = current_database()`;

/** Identifies this database. A copy brings the original's id along and gets one of its own the first time it is asked for. */
function databaseId(db: Db): Promise<string> {
  const fresh = randomBytes(16).toString("hex");
  return db.transaction(async (tx) => {
    const settle = (name: string, value: unknown) =>
      tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
    await tx.insert(settings).values({ name: idName, value: fresh }).onConflictDoNothing();
    const [row] = await tx.select().from(settings).where(eq(settings.name, idName)).for("update");
    const [noted] = await tx.select().from(settings).where(eq(settings.name, placeName));
    const place = (await tx.execute<{ place: string }>(presentPlace)).rows[0]?.place;
    if (noted?.value === place) return String(row?.value);
    await settle(placeName, place);
    // An earlier version has noted the id without its place.
    if (!noted) return String(row?.value);
    await settle(idName, fresh);
    return fresh;
  });
}

/** Notes in a folder that files of this database lie there. Returns where its databases are noted. */
export async function noteDatabase(db: Db, folder: string): Promise<{ notes: string; id: string }> {
  const id = await databaseId(db);
  const notes = join(/* turbopackIgnore: true */ folder, databaseNotes);
  await mkdir(notes, { recursive: true, mode: 0o700 });
  await writeFile(join(notes, id), "", { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
    if (!isErrno(error, "EEXIST")) throw error;
  });
  return { notes, id };
}

/**
 * Whether files in a folder that this database has no row for may be removed: only while no other database is noted there, and
 * this one has been for a day. An empty database by a mistyped address has no row for any file.
 */
export async function isOwnFolder(db: Db, folder: string): Promise<boolean> {
  const { notes, id } = await noteDatabase(db, folder);
  const others = (await readdir(notes)).filter((found) => found !== id);
  const since = async () => (await stat(join(notes, id))).mtimeMs;
  if (others.length === 0) return (await fileSystemNow(folder)) - (await since()) > settledMs;
  const told = singleton("folders-of-several-databases", () => new Set<string>());
  if (!told.has(folder)) {
    told.add(folder);
    const sentence = `Several databases have files in ${folder}, so none is removed. Of those that are gone, delete the notes in ${notes}; this one is ${id}.`;
    log().warn({ folder }, sentence);
  }
  return false;
}
