import { type AnyPgColumn, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { at } from "./columns";

/** A resource's revisions. Immutable, except for the draft, which has no number until it is applied. */
export const defineRevisionTable =
  <D extends object>() =>
  (name: string, ownerColumn: string, owner: () => AnyPgColumn) =>
    pgTable(
      name,
      {
        id: text().primaryKey(),
        ownerId: text(ownerColumn).notNull().references(owner, { onDelete: "cascade" }),
        /** Consecutive within the resource, from 1. Null: the draft. */
        number: integer(),
        definition: jsonb().$type<D>().notNull(),
        note: text().notNull().default(""),
        createdBy: text(),
        /** When it was applied or rolled out; when a draft was saved. */
        date: at().notNull().defaultNow(),
      },
      // With at most one draft.
      (t) => [unique(`${name}_number`).on(t.ownerId, t.number).nullsNotDistinct()],
    );
