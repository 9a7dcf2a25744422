const lookMs = 200;

/**
 * Works off what stands at one stage, until the stage before has come to its end and nothing is left. Whoever hands
 * something on wakes it.
 */
export class Drain {
  private wakeUp: (() => void) | undefined;

  wake(): void {
    this.wakeUp?.();
  }

  async run<T>(
    take: () => Promise<T[]>,
    work: (found: T[]) => Promise<void>,
    before: Promise<unknown> | null,
    signal: AbortSignal,
  ): Promise<void> {
    let last = before === null;
    void before
      ?.finally(() => {
        last = true;
        this.wake();
      })
      .catch(() => undefined);
    for (;;) {
      signal.throwIfAborted();
      const isLast = last;
      const found = await take();
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
