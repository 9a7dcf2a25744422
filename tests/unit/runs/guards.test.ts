import { describe, expect, it } from "vitest";
import { computeCost } from "@/lib/server/engine/models/cost";
import { createLoopGuard } from "@/lib/server/engine/runs/calls/guards";

describe("loopGuard", () => {
  it("stops the third call of a tool with the same arguments", () => {
    const looping = createLoopGuard();
    const calls = [{ a: 1 }, { a: 2 }, { a: 1 }, { a: 1 }].map((input) => looping({ name: "add", input }));
    expect(calls).toEqual([false, false, false, true]);
    expect(looping({ name: "other", input: { a: 1 } })).toBe(false);
  });

  it("counts what earlier attempts of the run have called", () => {
    const made = { name: "add", input: { a: 1 } };
    expect(createLoopGuard([made, made])(made)).toBe(true);
  });
});

describe("costOf", () => {
  it("is per million tokens, and unknown where a price or a count is", () => {
    const price = { inputPrice: 2.5, outputPrice: 10 };
    expect(computeCost({ inputTokens: 1_000, outputTokens: 100 }, price)).toBeCloseTo(0.0035, 12);
    expect(computeCost({ inputTokens: 0, outputTokens: 0 }, price)).toBe(0);
    expect(computeCost({ inputTokens: null, outputTokens: 1 }, price)).toBeNull();
    expect(computeCost({ inputTokens: 1, outputTokens: 1 }, { inputPrice: 1, outputPrice: null })).toBeNull();
  });
});
