import { setTimeout as sleep } from "node:timers/promises";
import { log } from "../log/log";

const maxDelayMs = 5_000;

export interface Patience {
  /** No attempt starts later than this many milliseconds after the first. */
  patienceMs?: number;
  /** Aborting prevents further attempts. */
  signal?: AbortSignal;
}

interface RetryOptions extends Patience {
  /** Whether a retry may succeed. */
  isTemporary: (error: unknown) => boolean;
  patienceMs: number;
}

/** Exponential backoff with up to 50 percent jitter. */
export const backoffMs = (tries: number, firstMs = 100): number =>
  Math.min(maxDelayMs, firstMs * 2 ** Math.min(tries, 10)) * (0.5 + Math.random() / 2);

/** Retries work with exponential backoff and jitter while its failure may be temporary. Throws the last failure. */
export async function retry<T>(work: () => Promise<T>, { isTemporary, patienceMs, signal }: RetryOptions): Promise<T> {
  const until = performance.now() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const waitMs = backoffMs(tries);
      if (!isTemporary(error) || performance.now() + waitMs > until) throw error;
      if (tries === 0) log().warn({ err: error }, "failed temporarily and will be retried");
      await sleep(waitMs, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}
