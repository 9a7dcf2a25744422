import { describe, expect, it } from "vitest";
import { scaleLabel, scaleTop } from "@/components/usage/scale";

describe("the scale of a chart", () => {
  it.each([
    [0, 1],
    [0.0003, 0.0005],
    [0.1, 0.1],
    [0.17, 0.2],
    [3.2, 5],
    [73_000, 100_000],
  ])("of %d ends at %d", (most, top) => {
    expect(scaleTop("cost", most)).toBeCloseTo(top, 10);
  });

  it("counts nothing in parts", () => {
    expect(scaleTop("runs", 0.4)).toBe(1);
    expect(scaleTop("runs", 14)).toBe(20);
  });

  it("is written in few digits", () => {
    expect([0.0005, 0.1, 0.25, 5, 2_000].map((value) => scaleLabel("cost", value))).toEqual([
      "$0.0005",
      "$0.10",
      "$0.25",
      "$5",
      "$2,000",
    ]);
    expect(scaleLabel("tokens", 50_000)).toBe("50K");
  });
});
