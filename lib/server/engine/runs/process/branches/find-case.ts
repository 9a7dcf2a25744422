import { setImmediate } from "node:timers/promises";
import type { Case, Condition } from "@/lib/contract/apps/branch";
import { listConditions } from "@/lib/contract/apps/steps";
import { isMatch, type Value } from "./compare";

/** The first case that matches. Comparisons of long values take milliseconds, so other work can run between them. */
export async function findCase(
  cases: readonly Case[],
  read: (condition: Condition) => Value,
): Promise<Case | undefined> {
  for (const one of cases) if (await matches(one, read)) return one;
  return undefined;
}

async function matches(one: Case, read: (condition: Condition) => Value): Promise<boolean> {
  const isAny = one.match === "any";
  for (const condition of listConditions(one)) {
    if (isMatch(condition, read(condition)) === isAny) return isAny;
    await setImmediate();
  }
  return !isAny;
}
