import type { Rate } from "@/lib/contract/evaluations/results";
import type { Outcome } from "@/lib/contract/testsets/checks";
import { computeInterval, estimatePassAll } from "../../engine/evaluations/statistics";

/** Attempts by outcome; those that have not ended are not counted. */
export interface Counts {
  passed: number;
  failed: number;
  notMeasured: number;
}

export const countOutcomes = (outcomes: readonly (Outcome | null)[]): Counts => ({
  passed: outcomes.filter((one) => one === "passed").length,
  failed: outcomes.filter((one) => one === "failed").length,
  notMeasured: outcomes.filter((one) => one === "not_measured").length,
});

/** The rate over cases. `repeat`: attempts that have to pass together. */
export function computeRate(byCase: readonly Counts[], repeat: number): Rate {
  const sum = (key: keyof Counts) => byCase.reduce((total, counts) => total + counts[key], 0);
  const [passed, failed, notMeasured] = [sum("passed"), sum("failed"), sum("notMeasured")];
  const measured = passed + failed;
  const estimates = byCase.flatMap((one) => estimatePassAll(one.passed, one.passed + one.failed, repeat) ?? []);
  return {
    passed,
    failed,
    notMeasured,
    passRate: measured === 0 ? null : passed / measured,
    passAll: estimates.length === 0 ? null : estimates.reduce((total, one) => total + one, 0) / estimates.length,
    interval: measured === 0 ? null : computeInterval(passed, measured),
  };
}
