import { arrayKeywords } from "./array-keywords.ts";
import { combiningKeywords } from "./combining-keywords.ts";
import type { Keyword } from "./keyword.ts";
import { objectKeywords } from "./object-keywords.ts";
import { isTypeOf } from "./types.ts";
import { valueKeywords } from "./value-keywords.ts";
import { Visit } from "./visit.ts";
import { type Misfit, Misfits, Work } from "./work.ts";

const keywords = new Map<string, Keyword>(
  [valueKeywords, arrayKeywords, objectKeywords, combiningKeywords].flatMap((group) => Object.entries(group)),
);

function checkKeywords(value: unknown, visit: Visit): void {
  for (const name of Object.keys(visit.schema)) {
    visit.work.spend(1);
    const keyword = keywords.get(name);
    if (keyword && (keyword.on === undefined || isTypeOf(value, keyword.on)))
      keyword.check(visit.schema[name], value, visit);
  }
}

/**
 * Returns up to `maxMisfits` places where a value does not match a schema. Supports draft 7 and renamed keywords of later
 * drafts, without `pattern`, `format` and `uniqueItems`, whose cost a schema's author could choose. Throws `TooManyStepsError`.
 */
export function findMisfits(
  schema: unknown,
  value: unknown,
  { maxSteps, maxMisfits }: { maxSteps: number; maxMisfits: number },
): Misfit[] {
  const misfits = new Misfits(maxMisfits);
  Visit.check({ root: schema, work: new Work(maxSteps), checkKeywords }, schema, value, misfits);
  return misfits.list;
}
