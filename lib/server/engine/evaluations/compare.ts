import { type Count, type Interval, wilson } from "./statistics";

type Verdict = "better" | "worse" | "same";

export interface Difference {
  /** Of the new evaluation compared with the old one. `same`: within the noise, or nothing to compare. */
  verdict: Verdict;
  /** New pass rate minus old. Null if either was not measured. */
  difference: number | null;
  interval: Interval | null;
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

/**
 * `better` and `worse`: Newcombe's 95% interval of the difference excludes zero. Attempts of one case are treated as independent.
 * With three attempts, only 0 of 3 against 3 of 3 is outside the noise.
 */
export function compareCounts(old: Count, fresh: Count): Difference {
  const interval = newcombe(old, fresh);
  if (!interval) return { verdict: "same", difference: null, interval };
  const difference = fresh.passed / fresh.measured - old.passed / old.measured;
  const verdict = interval.low > 0 ? "better" : interval.high < 0 ? "worse" : "same";
  return { verdict, difference, interval };
}
