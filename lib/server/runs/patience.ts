import { pluralize } from "@/lib/utils/pluralize";
/** A provider, or a tool, that says nothing for too long. */
export class SilenceError extends Error {
  constructor(ms: number) {
    super(
      `The provider sent nothing for ${pluralize(Math.round(ms / 100) / 10, "second")}, so the run was ended. Try again.`,
    );
  }
}

/** Settles with the promise, or throws the signal's reason as soon as it aborts, whatever the promise does then. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Reads on until the signal aborts, even where the source does not heed it. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await orAborted(iterator.next(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    iterator.return?.().catch(() => undefined);
  }
}

/** A signal that aborts when `heard` was not called for so long. */
export function silenceWatch(ms: number): { signal: AbortSignal; heard: () => void; stop: () => void } {
  const controller = new AbortController();
  let at = performance.now();
  const timer = setInterval(
    () => {
      if (performance.now() - at >= ms) controller.abort(new SilenceError(ms));
    },
    Math.min(1_000, ms / 4),
  );
  return {
    signal: controller.signal,
    heard: () => {
      at = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}
