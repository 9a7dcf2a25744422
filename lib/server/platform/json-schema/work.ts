/** A check of a value against a schema took too many steps. */
export class TooManyStepsError extends Error {}

/** Where a value does not match a schema. */
export interface Misfit {
  /** The path to the value, or to a missing or disallowed field. */
  path: string[];
  reason: "missing" | "unknown" | "value";
  /** The end of a sentence that starts with the path, as in `must be string`. */
  message: string;
}

/** A path in reverse as a linked list, to avoid copies. */
export interface Location {
  parent: Location | undefined;
  key: string | number;
}

function toPath(at: Location | undefined): string[] {
  const path: string[] = [];
  for (let one = at; one; one = one.parent) path.push(String(one.key));
  return path.reverse();
}

/** Counts the steps of a check. */
export class Work {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Throws `TooManyStepsError` when fewer than `steps` are left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooManyStepsError("The check takes too many steps.");
  }
}

/** The misfits found so far, up to `max`. */
export class Misfits {
  readonly list: Misfit[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get full(): boolean {
    return this.list.length >= this.#max;
  }

  add(at: Location | undefined, message: string, reason: Misfit["reason"] = "value"): void {
    if (!this.full) this.list.push({ path: toPath(at), reason, message });
  }
  /** Adds the misfits of another check. */
  merge(other: Misfits): void {
    for (const misfit of other.list) if (!this.full) this.list.push(misfit);
  }
}
