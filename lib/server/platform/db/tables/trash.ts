import { isNotNull, sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { trashKinds } from "@/lib/constants/trash";
import type { SharingConfig } from "./apps";
import { at, belongsTo, byteCount } from "./columns";
import { teams } from "./teams";

/** Deleted resources that can be restored. */
export const trash = pgTable(
  "trash",
  {
    id: text().primaryKey(),
    teamId: text()
      .notNull()
      .references(() => teams.id),
    kind: text({ enum: trashKinds }).notNull(),
    /** The deleted row, which keeps its id. */
    resourceId: text().notNull(),
    name: text().notNull(),
    /** Copied from the row: who can see it. */
    createdBy: text(),
    sharingConfig: jsonb().$type<SharingConfig>().notNull(),
    deletedBy: text().notNull(),
    date: at().notNull().defaultNow(),
    expires: at().notNull(),
    /** For a session: its start and its oldest event, for the team's retention. */
    dateStarted: at(),
    oldestEvent: at(),
    /** Storage used by its rows, files and vectors. */
    bytes: byteCount(),
  },
  (t) => [
    index("trash_team").on(t.teamId, t.date, t.id),
    index("trash_resource").on(t.resourceId),
    index("trash_expires").on(t.expires),
  ],
);

/** The deleted rows, and those that foreign keys deleted with them. Referencing rows come before the rows that they reference. */
export const trashRows = pgTable(
  "trash_rows",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    trashId: belongsTo(() => trash.id),
    tableName: text().notNull(),
    /** By column name. Secrets stay sealed. */
    row: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The row's file in file storage. */
    fileKey: text(),
  },
  (t) => [
    index("trash_rows_trash").on(t.trashId),
    index("trash_rows_file").on(t.fileKey).where(isNotNull(t.fileKey)),
    index("trash_rows_visitor").on(sql`(${t.row}->>'account_id')`).where(sql`${t.tableName} = 'share_visitors'`),
  ],
);

/** References to put back when the item is restored, because a deletion or an earlier restore has removed them. */
export const trashReferences = pgTable(
  "trash_references",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    trashId: belongsTo(() => trash.id),
    /** The kind and id of the referring row, and its column. */
    kind: text().notNull(),
    rowId: text().notNull(),
    columnName: text().notNull(),
    targetId: text().notNull(),
    /** The column's value with the reference. */
    value: jsonb().$type<unknown>().notNull(),
  },
  (t) => [index("trash_references_trash").on(t.trashId)],
);
