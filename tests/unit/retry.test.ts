import { describe, expect, test } from "vitest";
import { backoffMs, retry } from "@/lib/server/platform/lifecycle/retry";

class PassingError extends Error {}
const isPassing = (error: unknown) => error instanceof PassingError;

/** Fails so many times before it succeeds. */
function failing(times: number, failure = new PassingError("passing")) {
  const tries = { count: 0 };
  const work = async () => {
    tries.count += 1;
    if (tries.count <= times) throw failure;
    return "done";
  };
  return { work, tries };
}

describe("work that is tried again", () => {
  test("comes to its result once the failure has passed", async () => {
    const { work, tries } = failing(2);
    expect(await retry(work, { isTemporary: isPassing, patienceMs: 5_000 })).toBe("done");
    expect(tries.count).toBe(3);
  });

  test("fails at once where nothing passes, and with its last failure once the patience is over", async () => {
    const hopeless = failing(9, new Error("for good"));
    await expect(retry(hopeless.work, { isTemporary: isPassing, patienceMs: 5_000 })).rejects.toThrow("for good");
    expect(hopeless.tries.count).toBe(1);
    const lasting = failing(1_000);
    await expect(retry(lasting.work, { isTemporary: isPassing, patienceMs: 400 })).rejects.toThrow("passing");
    expect(lasting.tries.count).toBeGreaterThan(1);
  });

  test("is given up as soon as somebody wants that", async () => {
    const { work, tries } = failing(1_000);
    const controller = new AbortController();
    const ended = retry(work, { isTemporary: isPassing, patienceMs: 60_000, signal: controller.signal });
    controller.abort();
    await expect(ended).rejects.toThrow("passing");
    expect(tries.count).toBe(1);
  });

  test("waits longer each time, up to a bound, and not always the same", () => {
    const waits = (tries: number) => Array.from({ length: 50 }, () => backoffMs(tries));
    expect(Math.max(...waits(0))).toBeLessThanOrEqual(100);
    expect(Math.min(...waits(3))).toBeGreaterThanOrEqual(400);
    expect(Math.max(...waits(1_000))).toBeLessThanOrEqual(5_000);
    expect(new Set(waits(5)).size).toBeGreaterThan(1);
  });
});
