const lookMs = 200;

/** To work on more at once: while more comes, so long is waited for enough. */
export interface Gather<T> {
  isEnough: (found: T[]) => boolean;
  mostMs: number;
}

/**
 * Works off what stands at one stage, until the stage before has come to its end and nothing is left. Whoever hands
 * something on wakes it.
 */
export class Drain {
  private wakeUp: (() => void) | undefined;

  /** While more is gathered, each piece of it is no reason to look. */
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
      const timer = setTimeout(done, lookMs);
      signal.addEventListener("abort", done, { once: true });
      this.wakeUp = done;
    });
  }
}
