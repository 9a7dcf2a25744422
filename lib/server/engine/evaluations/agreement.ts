import { type Interval, wilson } from "./statistics";

/** An answer that a judge and a person graded. */
export interface Label {
  judge: boolean;
  person: boolean;
}

export interface Agreement {
  n: number;
  /** The share of equal labels. Null without labels. */
  share: number | null;
  /** Wilson's, 95%. */
  interval: Interval | null;
  /** Cohen's kappa. Null without labels, and if both always gave one and the same label. */
  kappa: number | null;
}

/** How far a judge agrees with people. */
export function agreement(labels: readonly Label[]): Agreement {
  const n = labels.length;
  if (n === 0) return { n, share: null, interval: null, kappa: null };
  const equal = labels.filter(({ judge, person }) => judge === person).length;
  const share = equal / n;
  const judged = labels.filter(({ judge }) => judge).length / n;
  const labeled = labels.filter(({ person }) => person).length / n;
  const chance = judged * labeled + (1 - judged) * (1 - labeled);
  const kappa = chance === 1 ? null : (share - chance) / (1 - chance);
  return { n, share, interval: wilson({ passed: equal, measured: n }), kappa };
}
