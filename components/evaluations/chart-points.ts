import type { EvaluationSummary } from "@/lib/contract/evaluations/results";

export interface ChartPoint {
  _id: string;
  revision: number;
  passRate: number;
  low: number;
  high: number;
}

/** The newest measured evaluation of each applied revision, in the order of the revisions. */
export function toChartPoints(evaluations: readonly EvaluationSummary[]): ChartPoint[] {
  const points = new Map<number, ChartPoint>();
  for (const { _id, status, revision, rate } of evaluations) {
    if (status !== "completed" || revision === null || rate.passRate === null || points.has(revision)) continue;
    const { low, high } = rate.interval ?? { low: rate.passRate, high: rate.passRate };
    points.set(revision, { _id, revision, passRate: rate.passRate, low, high });
  }
  return [...points.values()].sort((a, b) => a.revision - b.revision);
}
