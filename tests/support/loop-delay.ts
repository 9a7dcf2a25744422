import { performance } from "node:perf_hooks";

/** Gaps between turns of this process's event loop are counted in steps of this. */
const stepMs = 5;

/**
 * Does the work and measures the longest time, in milliseconds, for which this process's event loop was busy meanwhile. Counted in
 * processor time of this process, so that a loaded machine does not count.
 */
export async function longestBlock<T>(work: () => Promise<T>): Promise<{ result: T; blockedMs: number }> {
  let blockedMs = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const used = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    blockedMs = Math.max(blockedMs, (used.user + used.system) / 1_000);
  };
  const timer = setInterval(look, stepMs);
  const began = performance.now();
  try {
    const result = await work();
    await new Promise((resolve) => setImmediate(resolve));
    look();
    return { result, blockedMs: Math.min(blockedMs, performance.now() - began) };
  } finally {
    clearInterval(timer);
  }
}
