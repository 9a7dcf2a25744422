import { pluralize } from "@/lib/utils/text/pluralize";
/** A provider or tool was inactive for too long. */
export class SilenceError extends Error {
  constructor(ms: number) {
    super(
      `The provider sent no data for ${pluralize(Math.round(ms / 100) / 10, "second")}, so the run failed. Try again.`,
    );
  }
}

/** Settles with the promise, or rejects with the signal's reason as soon as it aborts. */
export function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Iterates until the signal aborts, even if the source ignores it. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let fail: (reason: unknown) => void = () => undefined;
  // One listener for all parts: adding and removing one for each is expensive.
  const abort = () => fail(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      const { done, value } = await new Promise<IteratorResult<T>>((resolve, reject) => {
        fail = reject;
        iterator.next().then(resolve, reject);
        if (signal.aborted) abort();
      });
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    iterator.return?.().catch(() => undefined);
  }
}

/** A signal that aborts when `heard` is not called for this long. */
export function watchForSilence(ms: number): { signal: AbortSignal; reset: () => void; stop: () => void } {
  const controller = new AbortController();
  let lastResetAt = performance.now();
  const timer = setInterval(
    () => {
      if (performance.now() - lastResetAt >= ms) controller.abort(new SilenceError(ms));
    },
    Math.min(1_000, ms / 4),
  );
  return {
    signal: controller.signal,
    reset: () => {
      lastResetAt = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}
