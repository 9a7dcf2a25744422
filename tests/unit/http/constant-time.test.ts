import { expect, it } from "vitest";
import { constantTime } from "@/lib/server/platform/http/limits/constant-time";

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await constantTime(80, work).catch(() => undefined);
  return performance.now() - began;
};
const after = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms));

it("answers at the end of a step, whatever was done in it and however it ended", async () => {
  const times = await Promise.all([
    took(async () => undefined),
    took(after(30)),
    took(async () => Promise.reject(new Error("refused"))),
  ]);
  for (const ms of times) {
    // A timer counts from the beginning of its turn, so it may end a little early.
    expect(ms).toBeGreaterThanOrEqual(75);
    expect(ms).toBeLessThan(150);
  }
  expect(await took(after(100))).toBeGreaterThanOrEqual(155);
});

it("hands over the result and the failure", async () => {
  expect(await constantTime(1, async () => 7)).toBe(7);
  await expect(constantTime(1, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});
