import type { State } from "./checks/finding";
import type { CheckResult } from "./run-checks";

const severity: readonly State[] = ["ok", "optional", "problem"];

export const findWorst = (results: readonly CheckResult[]): State =>
  severity[Math.max(0, ...results.map(({ state }) => severity.indexOf(state)))] ?? "ok";

const stateWidth = 10;
const checkWidth = 11;

const summaries: Record<State, string> = {
  ok: "All checks passed.",
  optional: "Muster works. Review the results marked optional.",
  problem: "Some checks failed.",
};

/** For people: a line for each result, followed by its remedy. */
export function formatReport(results: readonly CheckResult[]): string {
  const lines = results.flatMap(({ state, check, found, remedy }) => [
    `${state.padEnd(stateWidth)}${check.padEnd(checkWidth)}${toLine(found)}`,
    ...(remedy && state !== "ok" ? [`${" ".repeat(stateWidth + checkWidth)}→ ${remedy}`] : []),
  ]);
  return [...lines, "", summaries[findWorst(results)]].join("\n");
}

/** Failures of other programs may have several lines. */
const toLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** For programs. */
export const formatJson = (version: string, results: readonly CheckResult[]): string =>
  JSON.stringify({ version, state: findWorst(results), results }, null, 2);
