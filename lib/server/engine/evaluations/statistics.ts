/** 1.96 standard deviations: 95 %. */
const z = 1.959963984540054;

/** The 95 % confidence interval of a share by Wilson's score method. */
export function computeInterval(passed: number, measured: number): { low: number; high: number } {
  const share = passed / measured;
  const z2 = z * z;
  const center = share + z2 / (2 * measured);
  const margin = z * Math.sqrt((share * (1 - share)) / measured + z2 / (4 * measured * measured));
  const scale = 1 + z2 / measured;
  return { low: Math.max(0, (center - margin) / scale), high: Math.min(1, (center + margin) / scale) };
}

/** The unbiased estimate of the probability that `k` attempts all pass; null with fewer than `k` attempts. */
export function estimatePassAll(passed: number, measured: number, k: number): number | null {
  if (measured < k) return null;
  let estimate = 1;
  for (let i = 0; i < k; i += 1) estimate *= Math.max(0, passed - i) / (measured - i);
  return estimate;
}

interface Measured {
  passed: number;
  failed: number;
}

/** Whether one share of passed attempts is outside the noise of the other: Newcombe's interval of the difference excludes zero. */
export function compareRates(ours: Measured, theirs: Measured): "better" | "same" | "worse" {
  const [n1, n2] = [ours.passed + ours.failed, theirs.passed + theirs.failed];
  if (n1 === 0 || n2 === 0) return "same";
  const [p1, p2] = [ours.passed / n1, theirs.passed / n2];
  const [one, two] = [computeInterval(ours.passed, n1), computeInterval(theirs.passed, n2)];
  const difference = p1 - p2;
  if (difference - Math.hypot(p1 - one.low, two.high - p2) > 0) return "better";
  return difference + Math.hypot(one.high - p1, p2 - two.low) < 0 ? "worse" : "same";
}

interface Label {
  person: boolean;
  judge: boolean;
}

/** How a judge agrees with people: the share of equal verdicts, its interval, and Cohen's kappa. Null without labels. */
export function measureAgreement(labels: readonly Label[]) {
  const n = labels.length;
  if (n === 0) return { agreement: null, interval: null, kappa: null };
  const equal = labels.filter(({ person, judge }) => person === judge).length;
  const share = (key: keyof Label) => labels.filter((label) => label[key]).length / n;
  const [people, judges] = [share("person"), share("judge")];
  const chance = people * judges + (1 - people) * (1 - judges);
  const agreement = equal / n;
  return {
    agreement,
    interval: computeInterval(equal, n),
    kappa: chance === 1 ? null : (agreement - chance) / (1 - chance),
  };
}
