import { and, asc, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/client";
import { assets } from "../../platform/db/tables/assets";
import { documents } from "../../platform/db/tables/datasources";
import { sessionEvents, sessionFiles } from "../../platform/db/tables/sessions";

interface FileOwner {
  /** Which of these keys are referenced by a row. */
  named: (db: Db, keys: string[]) => Promise<string[]>;
  /** Referenced keys after a given one, in order. */
  after: (db: Db, key: string, most: number) => Promise<string[]>;
}

type Key = PgColumn | SQL<string | null>;

/** `prefix`: the part of the key that the column omits. */
function ownerIn(table: PgTable, key: Key, prefix = ""): FileOwner {
  const read = sql<string>`${key}`;
  const keysOf = (rows: { key: string }[]) => rows.map((row) => prefix + row.key);
  return {
    named: async (db, keys) => {
      const own = keys.map((one) => one.slice(prefix.length));
      return keysOf(await db.select({ key: read }).from(table).where(inArray(read, own)));
    },
    after: async (db, after, most) => {
      const from = and(isNotNull(read), gt(read, after.slice(prefix.length)));
      return keysOf(await db.select({ key: read }).from(table).where(from).orderBy(asc(read)).limit(most));
    },
  };
}

/** The rows that reference files, by folder of the file store. */
export const fileOwners: Record<string, FileOwner> = {
  documents: ownerIn(documents, documents.fileKey),
  sessions: ownerIn(sessionFiles, sessionFiles.path),
  events: ownerIn(sessionEvents, sql`${sessionEvents.body}->>'shelved'`),
  icons: ownerIn(assets, assets.filename, "icons/"),
};
