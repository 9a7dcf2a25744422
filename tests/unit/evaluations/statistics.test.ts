import { expect, test } from "vitest";
import { agreement } from "@/lib/server/engine/evaluations/agreement";
import { compareCounts, newcombe } from "@/lib/server/engine/evaluations/compare";
import { meanPassPowerK, passPowerK, wilson } from "@/lib/server/engine/evaluations/statistics";
import { randomFrom } from "../../support/random";

const countOutcomes = (outcomes: ("passed" | "failed")[]) =>
  of(outcomes.filter((one) => one === "passed").length, outcomes.length);
const of = (passed: number, measured: number) => ({ passed, measured });

test("Wilson's interval is that of Newcombe (1998), table I", () => {
  for (const [passed, n, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const interval = wilson(of(passed, n));
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  }
  expect(wilson(of(0, 0))).toBe(null);
});

test("the interval of a difference is that of Newcombe (1998), method 10", () => {
  for (const [a, n, b, m, low, high] of [
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 10, 0.6075, 1],
  ] as const) {
    const interval = newcombe(of(b, m), of(a, n));
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  }
});

test("pass^k is the share of all choices of k attempts that passed", () => {
  expect(passPowerK(of(2, 3), 1)).toBeCloseTo(2 / 3);
  expect(passPowerK(of(2, 3), 2)).toBeCloseTo(1 / 3);
  expect(passPowerK(of(2, 3), 3)).toBe(0);
  expect(passPowerK(of(7, 10), 3)).toBeCloseTo(35 / 120);
  expect(passPowerK(of(2, 2), 3)).toBe(null);
  expect(meanPassPowerK([of(3, 3), of(2, 3), of(1, 1)], 2)).toBeCloseTo(2 / 3);
});

test("a model that is right 7 times of 10 has its share in the interval about 95 times of 100", () => {
  const random = randomFrom(7);
  const answers = () => Array.from({ length: 100 }, () => (random() < 0.7 ? ("passed" as const) : ("failed" as const)));
  const runs = Array.from({ length: 1_000 }, () => countOutcomes(answers()));
  const covered = runs.map(wilson).filter((interval) => interval && interval.low <= 0.7 && interval.high >= 0.7).length;
  expect(covered).toBeGreaterThan(930);
  expect(covered).toBeLessThan(975);
  const mean = runs.reduce((sum, { passed, measured }) => sum + passed / measured, 0) / runs.length;
  expect(mean).toBeCloseTo(0.7, 1);
  const verdicts = Array.from(
    { length: 200 },
    () => compareCounts(countOutcomes(answers()), countOutcomes(answers())).verdict,
  );
  expect(verdicts.filter((verdict) => verdict !== "same").length).toBeLessThan(20);
});

test("worse and better are outside the noise, in both directions alike", () => {
  const verdicts = [3, 2, 0].map((passed) => compareCounts(of(3, 3), of(passed, 3)).verdict);
  expect(verdicts).toEqual(["same", "same", "worse"]);
  expect(compareCounts(of(0, 3), of(3, 3)).verdict).toBe("better");
  expect(compareCounts(of(0, 0), of(3, 3))).toEqual({ verdict: "same", difference: null, interval: null });
});

test("agreement is the share and Cohen's kappa", () => {
  const labels = [
    [20, true, true],
    [5, true, false],
    [10, false, true],
    [15, false, false],
  ] as const;
  const all = labels.flatMap(([n, judge, person]) => Array.from({ length: n }, () => ({ judge, person })));
  expect(agreement(all)).toMatchObject({ n: 50, share: 0.7, interval: wilson(of(35, 50)) });
  expect(agreement(all).kappa).toBeCloseTo(0.4);
  expect(agreement([{ judge: true, person: true }])).toMatchObject({ share: 1, kappa: null });
  expect(agreement([])).toEqual({ n: 0, share: null, interval: null, kappa: null });
});
