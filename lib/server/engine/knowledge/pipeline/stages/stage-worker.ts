const pollMs = 200;

/** Batching: how much to collect, and for how long. */
interface Gather<T> {
  isEnough: (found: T[]) => boolean;
  mostMs: number;
}

/**
 * Processes a stage's pending items until the previous stage has finished and none are left. The producer of new items wakes
 * it.
 */
export class StageWorker {
  private wakeUp: (() => void) | undefined;

  /** While a batch is being collected, new items do not wake the worker. */
  private gathering = false;

  wake(): void {
    if (!this.gathering) this.wakeUp?.();
  }

  async run<T>(
    take: () => Promise<T[]>,
    work: (found: T[]) => Promise<void>,
    before: Promise<unknown> | null,
    signal: AbortSignal,
    gather?: Gather<T>,
  ): Promise<void> {
    let since: number | undefined;
    let last = before === null;
    void before
      ?.finally(() => {
        last = true;
        this.wakeUp?.();
      })
      .catch(() => undefined);
    for (;;) {
      signal.throwIfAborted();
      const isLast = last;
      const found = await take();
      if (found.length > 0 && gather && !isLast && !gather.isEnough(found)) {
        since ??= performance.now();
        if (performance.now() - since < gather.mostMs) {
          this.gathering = true;
          await this.pause(signal);
          this.gathering = false;
          continue;
        }
      }
      since = undefined;
      if (found.length > 0) await work(found);
      else if (isLast) return;
      else await this.pause(signal);
    }
  }

  private pause(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        this.wakeUp = undefined;
        resolve();
      };
      const timer = setTimeout(done, pollMs);
      signal.addEventListener("abort", done, { once: true });
      this.wakeUp = done;
    });
  }
}
