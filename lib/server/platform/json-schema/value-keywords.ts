import { pluralize } from "../../../utils/text/pluralize.ts";
import { isEqual } from "./equal.ts";
import { type Keywords, numeric, toList } from "./keyword.ts";
import { isTypeOf } from "./types.ts";
import type { Visit } from "./visit.ts";

const allowedLength = 200;

/** The enum's values for a message, truncated. */
function formatAllowed(values: unknown[]): string {
  let text = "";
  for (const one of values) {
    text += `${text && ", "}${formatValue(one)}`;
    if (text.length > allowedLength) return `${text.slice(0, allowedLength)}…`;
  }
  return text;
}

function formatValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, allowedLength));
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? "[…]" : "{…}";
}

/** A text's code points, counted only if its UTF-16 length does not decide. */
function measureLength(value: string, limit: number, visit: Visit): number {
  if (value.length < limit || value.length > 2 * limit) return value.length;
  visit.work.spend(value.length);
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

/** Treats 0.3 as a multiple of 0.1 despite floating point. */
function isMultiple(value: number, divisor: number): boolean {
  if (divisor <= 0 || value % divisor === 0) return true;
  const quotient = value / divisor;
  if (!Number.isFinite(quotient)) return true;
  return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 4;
}

export const valueKeywords: Keywords = {
  type: {
    check(operand, value, visit) {
      const types = Array.isArray(operand) ? operand : [operand];
      visit.work.spend(types.length);
      if (!types.some((type) => isTypeOf(value, type))) visit.misfit(`must be ${types.slice(0, 10).join(" or ")}`);
    },
  },
  enum: {
    check(operand, value, visit) {
      const values = toList(operand);
      if (!values.some((one) => isEqual(one, value, visit.work)))
        visit.misfit(`must be one of ${formatAllowed(values)}`);
    },
  },
  const: {
    check(operand, value, visit) {
      if (!isEqual(operand, value, visit.work)) visit.misfit(`must be ${formatAllowed([operand])}`);
    },
  },
  minimum: numeric<number>("number", (limit, value) => value < limit && `must be >= ${limit}`),
  maximum: numeric<number>("number", (limit, value) => value > limit && `must be <= ${limit}`),
  exclusiveMinimum: numeric<number>("number", (limit, value) => value <= limit && `must be > ${limit}`),
  exclusiveMaximum: numeric<number>("number", (limit, value) => value >= limit && `must be < ${limit}`),
  multipleOf: numeric<number>("number", (divisor, value) =>
    isMultiple(value, divisor) ? false : `must be a multiple of ${divisor}`,
  ),
  minLength: numeric<string>(
    "string",
    (limit, value, visit) =>
      measureLength(value, limit, visit) < limit && `must have at least ${pluralize(limit, "character")}`,
  ),
  maxLength: numeric<string>(
    "string",
    (limit, value, visit) =>
      measureLength(value, limit, visit) > limit && `must have at most ${pluralize(limit, "character")}`,
  ),
};
