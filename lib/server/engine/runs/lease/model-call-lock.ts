import type { RunRow } from "./lease";
import { getSlots } from "./slots";

/**
 * Serializes a process's parallel model calls while a budget is nearly used up: one call at a time, until its cost is counted.
 */
export class ModelCallLock {
  readonly #run: RunRow;
  #end: (() => void) | undefined;
  #closed = false;

  constructor(run: RunRow) {
    this.#run = run;
  }

  /** Waits for the turn, which is held until `release`. */
  async acquire(): Promise<void> {
    if (this.#end) return;
    const { promise: acquired, resolve: grant } = Promise.withResolvers<void>();
    const { promise: released, resolve: finish } = Promise.withResolvers<void>();
    void getSlots(this.#run).modelCalls.use(() => {
      grant();
      if (this.#closed) return;
      this.#end = finish;
      return released;
    });
    await acquired;
  }

  release(): void {
    this.#end?.();
    this.#end = undefined;
  }

  /** Releases the turn permanently: later turns are released immediately. */
  close(): void {
    this.#closed = true;
    this.release();
  }
}
