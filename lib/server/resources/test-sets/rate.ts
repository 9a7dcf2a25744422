import type { Rate } from "@/lib/contract/evaluations/results";
import { meanPassPowerK, wilson } from "../../engine/evaluations/statistics";

/** Attempts of a case by outcome; those that have not ended are not counted. */
export interface Counts {
  passed: number;
  failed: number;
  notMeasured: number;
}

export const toCount = ({ passed, failed }: Pick<Counts, "passed" | "failed">) => ({
  passed,
  measured: passed + failed,
});

/** The rate over cases. `repeat`: attempts that have to pass together. */
export function computeRate(byCase: readonly Counts[], repeat: number): Rate {
  const sum = (key: keyof Counts) => byCase.reduce((total, counts) => total + counts[key], 0);
  const all = { passed: sum("passed"), failed: sum("failed"), notMeasured: sum("notMeasured") };
  const { passed, measured } = toCount(all);
  return {
    ...all,
    passRate: measured === 0 ? null : passed / measured,
    passAll: meanPassPowerK(byCase.map(toCount), repeat),
    interval: wilson({ passed, measured }),
  };
}
