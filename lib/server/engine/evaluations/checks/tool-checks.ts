import type { Check } from "@/lib/contract/testsets/checks";
import { isRecord } from "@/lib/utils/json/is-object";
import type { AnswerFacts } from "./read-facts";

type ToolsCheck = Extract<Check, { type: "tools" }>["value"];

const list = (names: readonly string[]): string => (names.length === 0 ? "none" : names.slice(0, 20).join(", "));

/** The names of `wanted` that are not in `found`, counting repetitions. */
function findMissing(wanted: readonly string[], found: readonly string[]): string[] {
  const rest = [...found];
  return wanted.filter((name) => {
    const index = rest.indexOf(name);
    if (index >= 0) rest.splice(index, 1);
    return index < 0;
  });
}

/** Why the called tools are not as wanted; undefined if they are. */
export function findToolsProblem({ names, mode }: ToolsCheck, { calls }: AnswerFacts): string | undefined {
  const called = calls.map(({ name }) => name);
  const missing = findMissing(names, called);
  const extra = findMissing(called, names);
  const isWrong = {
    exact: called.length !== names.length || called.some((name, i) => name !== names[i]),
    any_order: missing.length > 0 || extra.length > 0,
    at_least: missing.length > 0,
    at_most: called.some((name) => !names.includes(name)),
  }[mode];
  if (!isWrong) return undefined;
  const wanted = { exact: "exactly", any_order: "in any order", at_least: "at least", at_most: "at most" }[mode];
  return `Expected calls of tools (${wanted}): ${list(names)}. Called: ${list(called)}.`;
}

/** Whether a value contains everything of another: objects may have more fields, everything else is equal. */
export function contains(value: unknown, wanted: unknown): boolean {
  if (isRecord(wanted))
    return isRecord(value) && Object.entries(wanted).every(([key, inner]) => contains(value[key], inner));
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) && value.length === wanted.length && wanted.every((inner, i) => contains(value[i], inner))
    );
  return value === wanted;
}
