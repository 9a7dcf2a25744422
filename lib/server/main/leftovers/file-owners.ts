import { and, asc, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/client";
import { assets } from "../../platform/db/tables/assets";
import { documents } from "../../platform/db/tables/documents";
import { sessionEvents, sessionFiles } from "../../platform/db/tables/sessions";

interface FileOwner {
  /** Which of these keys are referenced by a row. */
  findReferenced: (db: Db, keys: string[]) => Promise<string[]>;
  /** Referenced keys after a given one, in order. */
  listAfter: (db: Db, key: string, limit: number) => Promise<string[]>;
}

type Key = PgColumn | SQL<string | null>;

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
export const fileOwners: Record<string, FileOwner> = {
  documents: createOwner(documents, documents.fileKey),
  sessions: createOwner(sessionFiles, sessionFiles.path),
  events: createOwner(sessionEvents, sql`${sessionEvents.body}->>'shelved'`),
  icons: createOwner(assets, assets.filename, "icons/"),
};
