/** Thrown where a check of a value against a schema takes more steps than it may. */
export class TooManyStepsError extends Error {}

/** Where a value does not fit a schema. */
export interface Misfit {
  /** Names and indexes that lead to the value, or to the field that is missing or not allowed. */
  path: string[];
  reason: "missing" | "unknown" | "value";
  /** The rest of a sentence that begins with the path, as in `must be string`. */
  message: string;
}

/** The way to a value, innermost first: nothing is copied on the way down. */
export interface Location {
  parent: Location | undefined;
  key: string | number;
}

export function pathOf(at: Location | undefined): string[] {
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

  /** Throws `TooManyStepsError` where fewer than `steps` are left. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new TooManyStepsError("The check takes too many steps.");
  }
}

/** Misfits found so far; no more than `max` are of interest. */
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
    if (!this.full) this.list.push({ path: pathOf(at), reason, message });
  }
  /** Adds those that another one has found. */
  take(other: Misfits): void {
    for (const misfit of other.list) if (!this.full) this.list.push(misfit);
  }
}
