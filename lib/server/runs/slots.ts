import type { RunRow } from "./lease";

/** Lets so many pieces of work go on at the same time; the others wait for their turn, in order. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async use<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

/** Tool calls, and pieces of delegated work, that one run has under way: all its tasks and agents share them. */
const maxParallel = 8;

interface RunSlots {
  calls: Slots;
  /** Apart from the calls, which delegated work makes itself. */
  delegations: Slots;
  /** Used where a budget may be used up by them. */
  modelCalls: Slots;
}
const slots = new WeakMap<RunRow, RunSlots>();

/** The slots of one attempt at a run. */
export function slotsOf(run: RunRow): RunSlots {
  const known = slots.get(run) ?? {
    calls: new Slots(maxParallel),
    delegations: new Slots(maxParallel),
    modelCalls: new Slots(1),
  };
  slots.set(run, known);
  return known;
}
