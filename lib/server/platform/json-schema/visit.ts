import { isRecord } from "../../../utils/json/is-object.ts";
import { resolvePointer } from "./pointer.ts";
import { type Location, Misfits, TooManyStepsError, type Work } from "./work.ts";

/** Deeper than any saved schema: limits the recursion of schemas that contain themselves. */
const maxDepth = 300;

/** Cost of an undecodable part of a reference. */
const escapeSteps = 20;

/** State shared by all places of one check. */
interface Check {
  root: unknown;
  work: Work;
  /** Checks a value against all keywords of a schema. */
  checkKeywords: (value: unknown, visit: Visit) => void;
}

/** One value against one schema. */
export class Visit {
  readonly schema: Record<string, unknown>;
  readonly misfits: Misfits;
  readonly #check: Check;
  readonly #at: Location | undefined;
  readonly #depth: number;

  private constructor(
    check: Check,
    schema: Record<string, unknown>,
    at: Location | undefined,
    misfits: Misfits,
    depth: number,
  ) {
    this.schema = schema;
    this.misfits = misfits;
    this.#check = check;
    this.#at = at;
    this.#depth = depth;
  }

  /** Adds to `misfits` when the value does not match the schema. Throws `TooManyStepsError`. */
  static check(check: Check, schema: unknown, value: unknown, misfits: Misfits, at?: Location, depth = 0): void {
    if (misfits.full) return;
    check.work.spend(1);
    if (depth > maxDepth) throw new TooManyStepsError("The schema has too many levels.");
    if (schema === false) misfits.add(at, "isn't allowed");
    if (isRecord(schema)) check.checkKeywords(value, new Visit(check, schema, at, misfits, depth));
  }

  get work(): Work {
    return this.#check.work;
  }

  /** Checks the same value against another schema. */
  apply(schema: unknown, value: unknown, misfits = this.misfits): void {
    Visit.check(this.#check, schema, value, misfits, this.#at, this.#depth + 1);
  }

  applyReference(reference: string, value: unknown): void {
    this.work.spend(reference.length + escapeSteps * (reference.split("%").length - 1));
    this.apply(resolvePointer(this.#check.root, reference), value);
  }

  /** Checks a field or item of the value. */
  applyBelow(schema: unknown, value: unknown, key: string | number): void {
    Visit.check(this.#check, schema, value, this.misfits, { parent: this.#at, key }, this.#depth + 1);
  }

  fits(schema: unknown, value: unknown): boolean {
    const misfits = new Misfits(1);
    this.apply(schema, value, misfits);
    return misfits.list.length === 0;
  }

  misfit(message: string): void {
    this.misfits.add(this.#at, message);
  }

  misfitBelow(message: string, key: string, reason: "missing" | "unknown"): void {
    this.misfits.add({ parent: this.#at, key }, message, reason);
  }
}
