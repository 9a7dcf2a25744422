import { and, asc, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { assets } from "../assets/table";
import { documents } from "../datasources/table";
import type { Db } from "../db/client";
import { sessionEvents, sessionFiles } from "../sessions/table";

interface FileOwner {
  /** Which of these keys some row names. */
  named: (db: Db, keys: string[]) => Promise<string[]>;
  /** The keys that rows name after one, in their order. */
  after: (db: Db, key: string, most: number) => Promise<string[]>;
}

type Key = PgColumn | SQL<string | null>;

/** `prefix`: what of the key the column leaves out. */
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

/** The rows that name the files of each folder of the file store. */
export const fileOwners: Record<string, FileOwner> = {
  documents: ownerIn(documents, documents.fileKey),
  sessions: ownerIn(sessionFiles, sessionFiles.path),
  events: ownerIn(sessionEvents, sql`${sessionEvents.body}->>'shelved'`),
  icons: ownerIn(assets, assets.filename, "icons/"),
};
