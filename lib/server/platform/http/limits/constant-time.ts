import { wait } from "@/lib/utils/wait";

/** Delays a result or failure until a multiple of a time step, to prevent timing attacks. */
export async function constantTime<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const took = performance.now() - began;
    await wait(Math.ceil(took / stepMs) * stepMs - took);
  }
}
