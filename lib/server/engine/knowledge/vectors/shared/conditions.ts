import { VectorError } from "./failure";
import { type Kind, keyOf, kinds, momentOf, storedText } from "./fields";
import type { FieldValue, Filter } from "./types";

type Bound = "gt" | "gte" | "lt" | "lte";

/** The conditions that all stores support. Keys are those of `storedFields`. */
export type Condition =
  | { is: "equal"; key: string; value: string | number | boolean }
  | { is: "bounded"; key: string; bound: Bound; value: number }
  | { is: "present"; keys: string[] }
  | { is: "not"; condition: Condition }
  | { is: "any"; conditions: Condition[] };

const kindOf = (value: string | number | boolean): Kind =>
  typeof value === "string" ? "s" : typeof value === "number" ? "n" : "b";

function equal(field: string, value: FieldValue): Condition {
  if (value === null) return { is: "not", condition: { is: "present", keys: kinds.map((kind) => keyOf(kind, field)) } };
  if (typeof value === "number" && !Number.isFinite(value)) return { is: "any", conditions: [] };
  const key = keyOf(kindOf(value), field);
  // Normalizes negative zero.
  if (typeof value === "number") return { is: "equal", key, value: value + 0 };
  return { is: "equal", key, value: typeof value === "string" ? storedText(value) : value };
}

function bounded(field: string, bound: Bound, value: FieldValue): Condition {
  if (typeof value === "number" && Number.isFinite(value))
    return { is: "bounded", key: keyOf("n", field), bound, value };
  const moment = typeof value === "string" ? momentOf(value) : undefined;
  if (moment === undefined)
    throw new VectorError(
      "filter",
      `The field "${field}" can only be compared with a number or a date such as 2026-01-31.`,
    );
  return { is: "bounded", key: keyOf("t", field), bound, value: moment };
}

function condition({ field, op, value }: Filter): Condition {
  if (op === "in") {
    const values = Array.isArray(value) ? value : [value];
    return { is: "any", conditions: values.map((one) => equal(field, one)) };
  }
  if (Array.isArray(value))
    throw new VectorError("filter", `The field "${field}" can be compared with one value only.`);
  if (op === "eq") return equal(field, value);
  if (op === "ne") {
    const same = equal(field, value);
    return same.is === "not" ? same.condition : { is: "not", condition: same };
  }
  return bounded(field, op, value);
}

/** Converts filters to conditions, combined with AND. Throws a VectorError for those that no store supports. */
export const conditionsOf = (filters: readonly Filter[] = []): Condition[] => filters.map(condition);
