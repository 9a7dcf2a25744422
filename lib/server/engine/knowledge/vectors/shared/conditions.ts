import { VectorError } from "./failure";
import { type Kind, kinds, parseTime, toKey, toStoredText } from "./fields";
import type { FieldValue, Filter } from "./types";

type Bound = "gt" | "gte" | "lt" | "lte";

/** The conditions that all stores support. Keys are those of `toStoredFields`. */
export type Condition =
  | { is: "equal"; key: string; value: string | number | boolean }
  | { is: "bounded"; key: string; bound: Bound; value: number }
  | { is: "present"; keys: string[] }
  | { is: "not"; condition: Condition }
  | { is: "any"; conditions: Condition[] };

const toKind = (value: string | number | boolean): Kind =>
  typeof value === "string" ? "s" : typeof value === "number" ? "n" : "b";

function toEqual(field: string, value: FieldValue): Condition {
  if (value === null) return { is: "not", condition: { is: "present", keys: kinds.map((kind) => toKey(kind, field)) } };
  if (typeof value === "number" && !Number.isFinite(value)) return { is: "any", conditions: [] };
  const key = toKey(toKind(value), field);
  // Normalizes negative zero.
  if (typeof value === "number") return { is: "equal", key, value: value + 0 };
  return { is: "equal", key, value: typeof value === "string" ? toStoredText(value) : value };
}

function toBounded(field: string, bound: Bound, value: FieldValue): Condition {
  if (typeof value === "number" && Number.isFinite(value))
    return { is: "bounded", key: toKey("n", field), bound, value };
  const timestamp = typeof value === "string" ? parseTime(value) : undefined;
  if (timestamp === undefined)
    throw new VectorError(
      "filter",
      `The field “${field}” can only be compared with a number or a date such as 2026-01-31.`,
    );
  return { is: "bounded", key: toKey("t", field), bound, value: timestamp };
}

function toCondition({ field, op, value }: Filter): Condition {
  if (op === "in") {
    const values = Array.isArray(value) ? value : [value];
    return { is: "any", conditions: values.map((one) => toEqual(field, one)) };
  }
  if (Array.isArray(value))
    throw new VectorError("filter", `The field “${field}” can only be compared with a single value.`);
  if (op === "eq") return toEqual(field, value);
  if (op === "ne") {
    const equality = toEqual(field, value);
    return equality.is === "not" ? equality.condition : { is: "not", condition: equality };
  }
  return toBounded(field, op, value);
}

/** Converts filters to conditions, combined with AND. Throws a VectorError for those that no store supports. */
export const toConditions = (filters: readonly Filter[] = []): Condition[] => filters.map(toCondition);
