import { randomBytes } from "node:crypto";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { isErrno } from "../db/errno";
import { isTransient } from "../db/is-transient";
import { settings } from "../db/table";
import { log } from "../log";
import { singleton } from "../registry";
import { databaseNotes } from "../storage/database-notes";
import { earliestNow } from "../storage/file-clock";

const idName = "database-id";
const placeName = "database-place";
/** Who starts on the wrong database or folder has so long to notice it. */
const settledMs = 24 * 3_600_000;

/** The cluster, and the database in it: what was restored, moved or made from a template lies in another one. */
const presentPlace = sql`select c.system_identifier || '/' || d.oid as place
  from pg_control_system() c, pg_database d where d.datname = current_database()`;

function warnOnce(about: string, fields: object, sentence: string): void {
  const warned = singleton("own-folder-warnings", () => new Set<string>());
  if (warned.has(about)) return;
  warned.add(about);
  log().warn(fields, sentence);
}

/** Undefined where PostgreSQL does not let its users read it. Throws what may pass: a copy must not keep its id because of that. */
async function findPlace(db: Db): Promise<string | undefined> {
  try {
    return (await db.execute<{ place: string }>(presentPlace)).rows[0]?.place;
  } catch (error) {
    if (isTransient(error)) throw error;
    const sentence =
      "PostgreSQL does not let Muster read pg_control_system(), so a copy of this database cannot be distinguished from it.";
    warnOnce(placeName, { err: error }, sentence);
    return undefined;
  }
}

/** Identifies this database. A copy brings the original's id along and gets one of its own the first time it is asked for. */
async function databaseId(db: Db): Promise<string> {
  // Before the transaction, which a refusal would abort.
  const place = await findPlace(db);
  const fresh = randomBytes(16).toString("hex");
  return db.transaction(async (tx) => {
    const settle = (name: string, value: unknown) =>
      tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
    await tx.insert(settings).values({ name: idName, value: fresh }).onConflictDoNothing();
    const [row] = await tx.select().from(settings).where(eq(settings.name, idName)).for("update");
    const [noted] = await tx.select().from(settings).where(eq(settings.name, placeName));
    if (place === undefined || noted?.value === place) return String(row?.value);
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
  if (others.length === 0) return (await earliestNow(folder)) - (await since()) > settledMs;
  const sentence = `Several databases have files in ${folder}, so none is removed. Of those that are gone, delete the notes in ${notes}; this one is ${id}.`;
  warnOnce(folder, { folder }, sentence);
  return false;
}
