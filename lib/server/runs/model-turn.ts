import type { RunRow } from "./lease";
import { slotsOf } from "./slots";

/**
 * A place at which a run calls models, of which a process has several at a time. Where a budget may be used up by the calls that
 * are under way, one of them has the turn and the others wait until what its call came to is counted.
 */
export class ModelTurn {
  readonly #run: RunRow;
  #end: (() => void) | undefined;
  #closed = false;

  constructor(run: RunRow) {
    this.#run = run;
  }

  /** Waits for the turn. It stays taken until `release`. */
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

  /** Releases the turn for good: one that comes after this is given back as soon as it comes. */
  close(): void {
    this.#closed = true;
    this.release();
  }
}
