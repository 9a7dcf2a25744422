import { type AnyPgColumn, bigint, integer, text, timestamp } from "drizzle-orm/pg-core";

export const at = () => timestamp({ withTimezone: true });
export const count = () => integer().notNull().default(0);
export const byteCount = () => bigint({ mode: "number" }).notNull().default(0);

/** Refers to the row that this one is a part of, with which it is deleted. */
export const belongsTo = (column: () => AnyPgColumn) => text().notNull().references(column, { onDelete: "cascade" });
