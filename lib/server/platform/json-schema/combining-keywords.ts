import { type Keywords, toList } from "./keyword.ts";
import type { Visit } from "./visit.ts";
import { Misfits } from "./work.ts";

/** Misfits reported when no alternative matches. */
const maxReported = 5;

/** How many schemas the value matches, up to `max`. Reports the reasons when none matches. */
function countFitting(schemas: unknown, value: unknown, visit: Visit, max: number): number {
  const reported = new Misfits(maxReported);
  let fitting = 0;
  for (const schema of toList(schemas)) {
    const misfits = new Misfits(maxReported);
    visit.apply(schema, value, misfits);
    if (misfits.list.length === 0) fitting += 1;
    else reported.merge(misfits);
    if (fitting === max) break;
  }
  if (fitting === 0) visit.misfits.merge(reported);
  return fitting;
}

export const combiningKeywords: Keywords = {
  $ref: {
    check(operand, value, visit) {
      if (typeof operand === "string") visit.applyReference(operand, value);
    },
  },
  allOf: {
    check(operand, value, visit) {
      for (const schema of toList(operand)) visit.apply(schema, value);
    },
  },
  anyOf: {
    check(operand, value, visit) {
      if (countFitting(operand, value, visit, 1) === 0) visit.misfit("must match one of the alternatives");
    },
  },
  oneOf: {
    check(operand, value, visit) {
      if (countFitting(operand, value, visit, 2) !== 1) visit.misfit("must match exactly one of the alternatives");
    },
  },
  not: {
    check(operand, value, visit) {
      if (visit.fits(operand, value)) visit.misfit("must not match the excluded schema");
    },
  },
  if: {
    check(operand, value, visit) {
      const branch = visit.fits(operand, value) ? visit.schema.then : visit.schema.else;
      if (branch !== undefined) visit.apply(branch, value);
    },
  },
};
