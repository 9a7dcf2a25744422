import { describe, expect, test, vi } from "vitest";
import { calculate } from "@/lib/server/resources/tools/kinds/builtin/calculate";
import { ToolError } from "@/lib/server/resources/tools/kinds/shared/tool-error";

vi.setConfig({ testTimeout: 60_000 });

const maxLength = 2_000;
/** As long as any request may block the event loop. */
const maxMs = 200;

/** Processor time of the calculation, so that a loaded machine does not count. */
function costOf(formula: string): { outcome: string; ms: number } {
  const before = process.threadCpuUsage();
  let outcome: string;
  try {
    outcome = calculate(formula);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    outcome = error.message;
  }
  const { user, system } = process.threadCpuUsage(before);
  return { outcome, ms: (user + system) / 1_000 };
}

/** As many of the parts as fit, with signs between them. */
function joined(part: (i: number) => string, sign: string): string {
  let formula = part(0);
  for (let i = 1; formula.length + sign.length + part(i).length <= maxLength; i += 1) formula += sign + part(i);
  return formula;
}

const parts: Record<string, (i: number) => string> = {
  "powers of fractions": (i) => `(${i + 2}/${i + 3})^${900 + i}`,
  "powers of decimals": (i) => `1.${i}1^2999`,
  "long primes": (i) => `1/${10 ** 15 + 37 + 2 * i}`,
  "tiny numbers": (i) => `${i}e-4999`,
  "large numbers": (i) => `${i + 1}e4999`,
  "fractions of large powers": (i) => `7^${5_000 + i}/3^${5_000 + i}`,
  factorials: () => "1000!",
  "fractions of factorials": (i) => `${1_000 - (i % 50)}!/${900 - (i % 50)}!`,
  roots: (i) => `sqrt(${i + 2}^8000)`,
  "roots of fractions": (i) => `sqrt(7^${4_000 + i}/3^${3_999 + i})`,
  remainders: (i) => `(7^6999%3^${4_000 + i})`,
  "sums of lists": (i) => `sum(1/${i + 7},1/${i + 11},1/${i + 13})`,
  comparisons: (i) => `max(7^${6_000 + i}/3^6000,5^${6_000 + i}/2^6000)`,
  rounding: (i) => `round(1/${i + 7}^2000,50)`,
  negatives: (i) => `(-${i + 2})^-2999`,
};
const signs = ["+", "-", "*", "/", "%", "-1/", "+1/"];
const formulas = Object.entries(parts).flatMap(([name, part]) =>
  signs.map((sign): [string, string] => [`${name} joined by ${sign}`, joined(part, sign)]),
);

/** Repeatable formulas of all that the calculator knows. */
function generated(seed: number): string {
  let state = seed * 2_654_435_761;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
  const make = (depth: number): string => {
    const below = () => make(depth - 1);
    switch (depth === 0 ? next(4) : 4 + next(7)) {
      case 0:
        return `${next(1_000)}.${next(1_000_000)}`;
      case 1:
        return `${next(10)}e${next(2_000) - 1_000}`;
      case 2:
        return `${next(1_000)}!`;
      case 3:
        return `${next(20)}^${next(4_000)}`;
      case 4:
        return `(${below()})^${next(30) - 10}`;
      case 5:
        return `sqrt(${below()})`;
      case 6:
        return `max(${below()},${below()})`;
      default:
        return `(${below()}${"+-*/%"[next(5)]}${below()})`;
    }
  };
  const once = make(3 + next(4));
  return once.length > maxLength ? once.slice(0, maxLength) : once;
}

describe("a formula costs little", () => {
  test.each(formulas)("%s", (_, formula) => {
    expect(formula.length).toBeLessThanOrEqual(maxLength);
    expect(costOf(formula).ms).toBeLessThan(maxMs);
  });

  test("of 400 that are generated", () => {
    const costs = Array.from({ length: 400 }, (_, i) => costOf(generated(i + 1)));
    expect(Math.max(...costs.map(({ ms }) => ms))).toBeLessThan(maxMs);
    expect(costs.filter(({ outcome }) => /^-?\d/.test(outcome)).length).toBeGreaterThan(50);
  });

  test.each([joined(() => "1/3^999", "+"), joined((i) => `1/${i + 2}`, "+"), "(1/998001)*10^900", "1000!/998!"])(
    "and is worked out where it is only long (%#)",
    (formula) => {
      expect(costOf(formula).outcome).toMatch(/^[\d.]+$/);
    },
  );

  test("is refused with a sentence where its numbers grow together", () => {
    expect(costOf(joined((i) => `(${i + 2}/${i + 3})^900`, "+")).outcome).toBe(
      "The numbers are too large in total. Use a shorter formula or smaller numbers.",
    );
  });
});
