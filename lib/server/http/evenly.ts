import { wait } from "@/lib/utils/wait";

/**
 * Hands over a result, or a failure, only at the end of a step of time since the beginning: what was done in between, and
 * so for whom, cannot be told from how long it took.
 */
export async function evenly<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - began;
    await wait(Math.ceil(took / stepMs) * stepMs - took);
  }
}
