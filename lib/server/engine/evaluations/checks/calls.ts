import type { Check } from "@/lib/contract/testsets/checks";
import { isRecord } from "@/lib/utils/json/is-object";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { CallFact } from "./facts";
import { type Finding, failed, quote, quoteList } from "./finding";

type ValueOf<T extends Check["type"]> = Extract<Check, { type: T }>["value"];

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** The names that occur in one list more often than in the other. */
const surplus = (names: readonly string[], others: readonly string[]): string[] => {
  const counts = countNames(others);
  return [...countNames(names)].filter(([name, n]) => n > (counts.get(name) ?? 0)).map(([name]) => name);
};

const describeCalls = (called: readonly string[]): string =>
  called.length > 0 ? `The calls were ${quoteList(called)}.` : "No tool was called.";

export function checkTools({ names, mode }: ValueOf<"tools">, calls: readonly CallFact[]): Finding {
  const called = calls.map(({ name }) => name);
  const missing = surplus(names, called);
  const others = mode === "at_most" ? called.filter((name) => !names.includes(name)) : surplus(called, names);
  if (mode !== "at_most" && missing.length > 0)
    return failed(`Expected more calls to ${quoteList(missing)}. ${describeCalls(called)}`);
  if (mode !== "at_least" && others.length > 0)
    return failed(`Unexpected calls to ${quoteList([...new Set(others)])}. ${describeCalls(called)}`);
  if (mode === "exact" && names.some((name, i) => name !== called[i]))
    return failed(`Expected the calls in the order ${quoteList(names)}. ${describeCalls(called)}`);
  return undefined;
}

export function checkForbidden(tool: string, calls: readonly CallFact[]): Finding {
  return calls.some(({ name }) => name === tool) ? failed(`The tool ${quote(tool)} was called.`) : undefined;
}

/** Objects may have more fields than expected; lists have the same length. */
function isSubset(expected: unknown, value: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(value) && value.length === expected.length && expected.every((one, i) => isSubset(one, value[i]))
    );
  if (!isRecord(expected)) return expected === value;
  if (!isRecord(value)) return false;
  return Object.entries(expected).every(([name, one]) => Object.hasOwn(value, name) && isSubset(one, value[name]));
}

/** The first expected argument that a call does not have, for the reason. */
function findDifference(expected: Record<string, unknown>, input: unknown): string {
  const given = isRecord(input) ? input : {};
  const name = Object.keys(expected).find((one) => !Object.hasOwn(given, one) || !isSubset(expected[one], given[one]));
  if (name === undefined) return "";
  const has = Object.hasOwn(given, name) ? `is ${formatValue(given[name])}` : "is missing";
  return ` In its last call, the argument ${quote(name)} ${has}; expected ${formatValue(expected[name])}.`;
}

/** Objects and lists are not written out: they can be large. */
function formatValue(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object" || value === null) return String(value);
  return Array.isArray(value) ? `a list of ${pluralize(value.length, "item")}` : "an object";
}

export function checkArguments(
  { tool, arguments: expected }: ValueOf<"arguments">,
  calls: readonly CallFact[],
): Finding {
  const own = calls.filter(({ name }) => name === tool);
  if (own.length === 0) return failed(`The tool ${quote(tool)} wasn't called.`);
  if (own.some(({ input }) => isSubset(expected, input))) return undefined;
  return failed(`No call to ${quote(tool)} had the expected arguments.${findDifference(expected, own.at(-1)?.input)}`);
}
