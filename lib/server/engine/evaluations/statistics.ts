/** The 97.5th percentile of the normal distribution: for intervals of 95%. */
const z = 1.959964;

export interface Interval {
  low: number;
  high: number;
}

/** Attempts that were measured. */
export interface Count {
  passed: number;
  measured: number;
}

/** Wilson's score interval of a proportion, 95%. Null without trials. */
export function wilson({ passed, measured: n }: Count): Interval | null {
  if (n === 0) return null;
  const share = passed / n;
  const center = (share + z ** 2 / (2 * n)) / (1 + z ** 2 / n);
  const half = (z / (1 + z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2));
  return { low: passed === 0 ? 0 : Math.max(0, center - half), high: passed === n ? 1 : Math.min(1, center + half) };
}

/**
 * The probability that k attempts of a case all pass: the unbiased estimator C(passed, k) / C(measured, k). Null if fewer than k
 * attempts were measured.
 */
export function passPowerK({ passed, measured }: Count, k: number): number | null {
  if (k < 1 || measured < k) return null;
  let product = 1;
  for (let i = 0; i < k; i += 1) product *= Math.max(0, passed - i) / (measured - i);
  return product;
}

/** The mean of pass^k over the cases with at least k measured attempts. Null without such a case. */
export function meanPassPowerK(cases: readonly Count[], k: number): number | null {
  const known = cases.map((count) => passPowerK(count, k)).filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}
