import type { RunRow } from "./lease";
import { slotsOf } from "./slots";

/**
 * Serializes a process's parallel model calls while a budget is nearly used up: one call at a time, until its cost is counted.
 */
export class ModelTurn {
  readonly #run: RunRow;
  #end: (() => void) | undefined;
  #closed = false;

  constructor(run: RunRow) {
    this.#run = run;
  }

  /** Waits for the turn, which is held until `release`. */
  async take(): Promise<void> {
    if (this.#end) return;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    void slotsOf(this.#run).modelCalls.use(() => {
      begin();
      if (this.#closed) return;
      this.#end = end;
      return ended;
    });
    await begun;
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
