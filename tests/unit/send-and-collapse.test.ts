import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sendAndCollapse } from "@/lib/api/send-and-collapse";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** When `sending` counts as done, in milliseconds from now, and with what; at most a second is waited. */
async function ended(sending: Promise<unknown>): Promise<{ after: number; done: boolean } | null> {
  const started = Date.now();
  let end: { after: number; done: boolean } | null = null;
  void sendAndCollapse(sending).then((done) => {
    end = { after: Date.now() - started, done };
  });
  await vi.advanceTimersByTimeAsync(1_000);
  return end;
}

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it("gives an entry 400 ms to collapse before the list is loaded again", async () => {
  expect(await ended(Promise.resolve())).toEqual({ after: 400, done: true });
  expect(await ended(later(399))).toEqual({ after: 400, done: true });
});

it("waits for a slow answer", async () => {
  expect(await ended(later(700))).toEqual({ after: 700, done: true });
  expect(await ended(later(1_001))).toBeNull();
});

it("says of a failure that it failed, after the same time", async () => {
  expect(await ended(Promise.reject(new Error("No")))).toEqual({ after: 400, done: false });
});
