const pollMs = 200;

/** Batching: how much to collect, and for how long. */
interface GatherOptions<T> {
  isEnough: (found: T[]) => boolean;
  maxMs: number;
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
    claim: () => Promise<T[]>,
    work: (found: T[]) => Promise<void>,
    previousStage: Promise<unknown> | null,
    signal: AbortSignal,
    gather?: GatherOptions<T>,
  ): Promise<void> {
    let gatheringSince: number | undefined;
    let previousEnded = previousStage === null;
    void previousStage
      ?.finally(() => {
        previousEnded = true;
        this.wakeUp?.();
      })
      .catch(() => undefined);
    for (;;) {
      signal.throwIfAborted();
      const isLast = previousEnded;
      const items = await claim();
      if (items.length > 0 && gather && !isLast && !gather.isEnough(items)) {
        gatheringSince ??= performance.now();
        if (performance.now() - gatheringSince < gather.maxMs) {
          this.gathering = true;
          await this.pause(signal);
          this.gathering = false;
          continue;
        }
      }
      gatheringSince = undefined;
      if (items.length > 0) await work(items);
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
