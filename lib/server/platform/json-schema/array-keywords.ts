import { pluralize } from "../../../utils/text/pluralize.ts";
import { type Keywords, numeric, toList } from "./keyword.ts";
import type { Visit } from "./visit.ts";

function applyEach(schemas: unknown[], value: unknown, visit: Visit): void {
  const items = value as unknown[];
  for (let i = 0; i < schemas.length && i < items.length; i += 1) visit.applyBelow(schemas[i], items[i], i);
}

function applyRest(schema: unknown, value: unknown, from: number, visit: Visit): void {
  const items = value as unknown[];
  for (let i = from; i < items.length && !visit.misfits.full; i += 1) visit.applyBelow(schema, items[i], i);
}

export const arrayKeywords: Keywords = {
  minItems: numeric<unknown[]>(
    "array",
    (limit, { length }) => length < limit && `must have at least ${pluralize(limit, "item")}`,
  ),
  maxItems: numeric<unknown[]>(
    "array",
    (limit, { length }) => length > limit && `must have at most ${pluralize(limit, "item")}`,
  ),
  prefixItems: { on: "array", check: (operand, value, visit) => applyEach(toList(operand), value, visit) },
  items: {
    on: "array",
    check(operand, value, visit) {
      if (Array.isArray(operand)) applyEach(operand, value, visit);
      else applyRest(operand, value, toList(visit.schema.prefixItems).length, visit);
    },
  },
  additionalItems: {
    on: "array",
    check(operand, value, visit) {
      const { items } = visit.schema;
      if (Array.isArray(items)) applyRest(operand, value, items.length, visit);
    },
  },
  contains: {
    on: "array",
    check(operand, value, visit) {
      if (visit.schema.minContains === 0) return;
      if (!(value as unknown[]).some((item) => visit.fits(operand, item))) visit.misfit("must contain a valid item");
    },
  },
};
