import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { ByteBudget } from "@/lib/server/platform/storage/objects/byte-budget";

it("works on no more bytes than allowed at a time, in order, and on larger ones alone", async () => {
  const budget = new ByteBudget(100);
  const [order, most, ends]: [number[], number[], (() => void)[]] = [[], [], []];
  let held = 0;
  const work = (i: number, bytes: number) => async () => {
    order.push(i);
    held += bytes;
    most.push(held);
    await new Promise<void>((resolve) => ends.push(resolve));
    held -= bytes;
    if (i === 2) throw new Error("failed");
  };
  const all = [60, 30, 40, 500, 10].map((bytes, i) => budget.run(bytes, work(i, bytes)));
  const settled = Promise.allSettled(all);
  for (let i = 0; i < 20; i += 1) {
    await setImmediate();
    ends.shift()?.();
  }
  expect((await settled).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(most).toEqual([60, 90, expect.any(Number), 500, 10]);
});
