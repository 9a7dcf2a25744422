import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll } from "vitest";
import { closeSandbox } from "@/lib/server/engine/sandbox/sandbox";
import type { CodeOutcome } from "@/lib/server/engine/sandbox/shared/job";

/** What it gave; fails with its error where it failed. */
export async function resultOf(outcome: Promise<CodeOutcome>): Promise<unknown> {
  const found = await outcome;
  if (!found.ok) throw new Error(found.error);
  return found.result;
}

/** Its error; fails where there was none. */
export async function errorOf(outcome: Promise<CodeOutcome>): Promise<string> {
  const found = await outcome;
  if (found.ok) throw new Error(`It gave ${JSON.stringify(found.result)}`);
  return found.error;
}

/** Ends threads and processes when the file's tests are done. */
export const closeSandboxAtEnd = (): void => afterAll(closeSandbox);

/** Does the work, and tells how late this process's event loop was meanwhile: milliseconds at the 99th of a hundred turns. */
export async function lagDuring<T>(work: () => Promise<T>): Promise<{ result: T; lagMs: number }> {
  const resolution = 5;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const result = await work();
  delays.disable();
  return { result, lagMs: delays.percentile(99) / 1e6 - resolution };
}

/** Runs something small for another team, again and again, until the work is done; answers how long each took. */
export async function meanwhile(small: () => Promise<unknown>, work: Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let done = false;
  const end = () => {
    done = true;
  };
  work.then(end, end);
  while (!done) {
    const started = performance.now();
    await small();
    took.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return took;
}
