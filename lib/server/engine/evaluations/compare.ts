import type { Outcome } from "@/lib/contract/testsets/checks";
import { type Count, countOutcomes, type Interval, wilson } from "./statistics";

export type Verdict = "better" | "worse" | "same";

export interface Difference {
  /** Of the new evaluation compared with the old one. `same`: within the noise, or nothing to compare. */
  verdict: Verdict;
  /** New pass rate minus old. Null if either was not measured. */
  difference: number | null;
  interval: Interval | null;
}

interface Graded {
  cases: readonly { _id: string; outcomes: readonly Outcome[] }[];
}

/** Newcombe's hybrid score interval (method 10) of the difference of two independent proportions, 95%. */
export function newcombe(old: Count, fresh: Count): Interval | null {
  const [before, after] = [wilson(old), wilson(fresh)];
  if (!before || !after) return null;
  const [p, q] = [fresh.passed / fresh.measured, old.passed / old.measured];
  return {
    low: p - q - Math.hypot(p - after.low, before.high - q),
    high: p - q + Math.hypot(after.high - p, q - before.low),
  };
}

/** `better` and `worse`: Newcombe's 95% interval of the difference excludes zero. */
export function compareCounts(old: Count, fresh: Count): Difference {
  const interval = newcombe(old, fresh);
  if (!interval) return { verdict: "same", difference: null, interval };
  const difference = fresh.passed / fresh.measured - old.passed / old.measured;
  const verdict = interval.low > 0 ? "better" : interval.high < 0 ? "worse" : "same";
  return { verdict, difference, interval };
}

/**
 * Compares a new evaluation with an old one, by `compareCounts`: each case, and all attempts of the cases that both measured
 * together. Attempts of one case are treated as independent. With three attempts, only 0 of 3 against 3 of 3 is outside the noise.
 */
export function compare(old: Graded, fresh: Graded): { all: Difference; cases: (Difference & { _id: string })[] } {
  const before = new Map(old.cases.map(({ _id, outcomes }) => [_id, countOutcomes(outcomes)]));
  const total = { old: { passed: 0, measured: 0 }, fresh: { passed: 0, measured: 0 } };
  const cases = fresh.cases.map(({ _id, outcomes }) => {
    const counts = { old: before.get(_id) ?? { passed: 0, measured: 0 }, fresh: countOutcomes(outcomes) };
    if (counts.old.measured > 0 && counts.fresh.measured > 0)
      for (const side of ["old", "fresh"] as const) {
        total[side].passed += counts[side].passed;
        total[side].measured += counts[side].measured;
      }
    return { _id, ...compareCounts(counts.old, counts.fresh) };
  });
  return { all: compareCounts(total.old, total.fresh), cases };
}
