import { createHash } from "node:crypto";
import type { FieldValue } from "./types";

/** Of longer texts only a hash is stored, which still matches equal ones: Pinecone allows 40 KB per point. */
const maxTextLength = 500;
const zone = String.raw`(?:Z|[+-](?:0\d|1[0-4]):?[0-5]\d)`;
const time = String.raw`[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?${zone}?`;
/** An ISO 8601 date or time, as a regular expression with the same meaning in JavaScript and PostgreSQL. */
export const isoTimePattern = String.raw`^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:${time})?$`;
/** Whether such a time has a time zone. */
export const isoZonePattern = `[T ].*${zone}$`;
const [timeRegex, zoneRegex] = [new RegExp(isoTimePattern), new RegExp(isoZonePattern)];

/** Milliseconds of an ISO 8601 date or time, UTC without a time zone; undefined for any other text. */
export function parseTime(text: string): number | undefined {
  if (!timeRegex.test(text)) return undefined;
  // JavaScript would accept February 31 as a date in March.
  const [date = ""] = text.split(/[T ]/);
  if (!new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)) return undefined;
  const ms = Date.parse(
    text.length > 10 && !zoneRegex.test(text) ? `${text}Z`.replace(" ", "T") : text.replace(" ", "T"),
  );
  return Number.isNaN(ms) ? undefined : ms;
}

export type Kind = "s" | "n" | "b" | "t";
export const kinds: readonly Kind[] = ["s", "n", "b", "t"];

/** A field's name in every store: prefixed with its type, so that no name holds two types, and without syntax characters. */
export const toKey = (kind: Kind, field: string): string =>
  `${kind}_${field.replace(/[^A-Za-z0-9]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}_`)}`;

export const toStoredText = (text: string): string =>
  text.length <= maxTextLength ? text.toWellFormed() : `sha256:${createHash("sha256").update(text).digest("hex")}`;

export type StoredFields = Record<string, string | number | boolean>;

/** The filterable values to store. A date is stored as a timestamp as well. */
export function toStoredFields(fields: Record<string, FieldValue>): StoredFields {
  const stored: StoredFields = {};
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === "boolean") stored[toKey("b", field)] = value;
    else if (typeof value === "number" && Number.isFinite(value)) stored[toKey("n", field)] = value + 0;
    else if (typeof value === "string") {
      stored[toKey("s", field)] = toStoredText(value);
      const timestamp = parseTime(value);
      if (timestamp !== undefined) stored[toKey("t", field)] = timestamp;
    }
  }
  return stored;
}
