import { createHash } from "node:crypto";
import type { FieldValue } from "./types";

/** Of longer texts only a hash is stored, which still tells equal ones: Pinecone takes 40 KB a point. */
const textMost = 500;
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Milliseconds of an ISO 8601 date or moment, UTC where it names no zone; undefined for any other text. */
export function momentOf(text: string): number | undefined {
  if (!isoDate.test(text)) return undefined;
  const zoned = text.length > 10 && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text}Z` : text;
  const ms = Date.parse(zoned.replace(" ", "T"));
  return Number.isNaN(ms) ? undefined : ms;
}

export type Kind = "s" | "n" | "b" | "t";
export const kinds: readonly Kind[] = ["s", "n", "b", "t"];

/** A field's name in every store: its kind first, so that no name holds two types, and nothing that a store could read as syntax. */
export const keyOf = (kind: Kind, field: string): string =>
  `${kind}_${field.replace(/[^A-Za-z0-9]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`)}`;

export const storedText = (text: string): string =>
  text.length <= textMost ? text.toWellFormed() : `sha256:${createHash("sha256").update(text).digest("hex")}`;

export type Stored = Record<string, string | number | boolean>;

/** What is stored to be filtered by. A text that is a date is stored as its moment too. */
export function storedFields(fields: Record<string, FieldValue>): Stored {
  const stored: Stored = {};
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === "boolean") stored[keyOf("b", field)] = value;
    else if (typeof value === "number" && Number.isFinite(value)) stored[keyOf("n", field)] = value + 0;
    else if (typeof value === "string") {
      stored[keyOf("s", field)] = storedText(value);
      const moment = momentOf(value);
      if (moment !== undefined) stored[keyOf("t", field)] = moment;
    }
  }
  return stored;
}
