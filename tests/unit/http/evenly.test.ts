import { expect, it } from "vitest";
import { evenly } from "@/lib/server/http/evenly";

const took = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await evenly(80, work).catch(() => undefined);
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
  expect(await evenly(1, async () => 7)).toBe(7);
  await expect(evenly(1, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});
