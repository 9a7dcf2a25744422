import { expect, it } from "vitest";
import { toChartPoints } from "@/components/evaluations/chart-points";
import type { EvaluationSummary } from "@/lib/contract/evaluations/results";

const evaluation = (_id: string, more: Partial<EvaluationSummary>, passRate: number | null): EvaluationSummary => ({
  _id,
  status: "completed",
  reason: null,
  label: "Revision",
  revision: 1,
  testsetRevision: 1,
  repeat: 3,
  attempts: 3,
  ended: 3,
  costUsd: null,
  estimatedCost: null,
  author: null,
  dateCreated: "2026-01-01T00:00:00.000Z",
  dateEnded: null,
  rate: { passed: 0, failed: 0, notMeasured: 0, passRate, passAll: null, interval: null },
  ...more,
});

it("shows the newest measured evaluation of each revision, and no drafts", () => {
  const newestFirst = [
    evaluation("running", { status: "running", revision: 3 }, 1),
    evaluation("draft", { revision: null }, 1),
    evaluation("unmeasured", { revision: 2 }, null),
    evaluation("second", { revision: 2 }, 0.5),
    evaluation("first", { revision: 1 }, 0.25),
    evaluation("older", { revision: 1 }, 1),
  ];
  expect(toChartPoints(newestFirst)).toEqual([
    { _id: "first", revision: 1, passRate: 0.25, low: 0.25, high: 0.25 },
    { _id: "second", revision: 2, passRate: 0.5, low: 0.5, high: 0.5 },
  ]);
});
