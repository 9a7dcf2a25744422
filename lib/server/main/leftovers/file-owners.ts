import { and, asc, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type PgColumn, type PgTable, union } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/client";
import { assets } from "../../platform/db/tables/assets";
import { documents } from "../../platform/db/tables/documents";
import { sessionEvents, sessionFiles } from "../../platform/db/tables/sessions";
import { trashRows } from "../../platform/db/tables/trash";
import type { FileFolder } from "../../platform/storage/stores/file-key";

interface FileOwner {
  /** Which of these keys are referenced by a row. */
  findReferenced: (db: Db, keys: string[]) => Promise<string[]>;
  /** Referenced keys after a given one, in order. */
  listAfter: (db: Db, key: string, limit: number) => Promise<string[]>;
}

type Key = PgColumn | SQL<string | null>;

/** Deleted rows keep their files while they are in the trash. One statement, because rows move between the tables. */
const withTrash = (table: PgTable, key: Key): FileOwner => ({
  ...createOwner(table, key),
  findReferenced: async (db, keys) => {
    const read = sql<string>`${key}`;
    const live = db.select({ key: read }).from(table).where(inArray(read, keys));
    const deleted = db
      .select({ key: sql<string>`${trashRows.fileKey}` })
      .from(trashRows)
      .where(inArray(trashRows.fileKey, keys));
    return (await union(live, deleted)).map((row) => row.key);
  },
});

/** `prefix`: the part of the key that the column omits. */
function createOwner(table: PgTable, key: Key, prefix = ""): FileOwner {
  const read = sql<string>`${key}`;
  const toKeys = (rows: { key: string }[]) => rows.map((row) => prefix + row.key);
  return {
    findReferenced: async (db, keys) => {
      const own = keys.map((one) => one.slice(prefix.length));
      return toKeys(await db.select({ key: read }).from(table).where(inArray(read, own)));
    },
    listAfter: async (db, after, most) => {
      const from = and(isNotNull(read), gt(read, after.slice(prefix.length)));
      return toKeys(await db.select({ key: read }).from(table).where(from).orderBy(asc(read)).limit(most));
    },
  };
}

/** The rows that reference files, by folder of the file store. */
export const fileOwners: Record<FileFolder, FileOwner> = {
  documents: createOwner(documents, documents.fileKey),
  sessions: withTrash(sessionFiles, sessionFiles.path),
  events: withTrash(sessionEvents, sql`${sessionEvents.body}->>'shelved'`),
  icons: createOwner(assets, assets.filename, "icons/"),
};
