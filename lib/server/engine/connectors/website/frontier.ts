import { isWanted } from "./address";
import type { WebsiteSettings } from "./settings";

/** Pages that differ only in their parameters; more indicate a crawler trap, such as a calendar. */
const MAX_VARIANTS = 50;
/** Remembered URLs per page. */
const MAX_KNOWN = 4;
/** Of all remembered URLs: they are stored repeatedly during a read. */
const MAX_CHARACTERS = 3_000_000;

/** URLs still to be visited, nearest first, each once. */
export class Frontier {
  readonly #seen: Set<string>;
  readonly #variants = new Map<string, number>();
  #todo: [address: string, depth: number][];
  #next = 0;
  #characters = 0;

  constructor(
    private readonly settings: WebsiteSettings,
    todo: [string, number][] = [],
    seen: string[] = [],
  ) {
    this.#todo = todo;
    this.#seen = new Set([...seen, ...todo.map(([address]) => address)]);
    for (const address of this.#seen) this.#characters += address.length;
  }

  /** False when it is already known, unwanted or over the limit. */
  add(address: string, depth: number): boolean {
    if (this.#seen.has(address) || this.#seen.size >= this.settings.maxPages * MAX_KNOWN) return false;
    if (!isWanted(address, this.settings)) return false;
    const path = address.split("?")[0] ?? "";
    const variants = (this.#variants.get(path) ?? 0) + 1;
    this.#variants.set(path, variants);
    if (variants > MAX_VARIANTS || this.#characters + address.length > MAX_CHARACTERS) return false;
    this.#seen.add(address);
    this.#characters += address.length;
    this.#todo.push([address, depth]);
    return true;
  }

  /** Marks a URL as reached in another way. */
  markSeen(address: string): void {
    this.#seen.add(address);
  }

  next(): [address: string, depth: number] | undefined {
    const next = this.#todo[this.#next];
    this.#next += next ? 1 : 0;
    return next;
  }

  get size(): number {
    return this.#todo.length - this.#next;
  }

  /** The state from which to resume. */
  getState(): { todo: [string, number][]; seen: string[] } {
    this.#todo = this.#todo.slice(this.#next);
    this.#next = 0;
    const pending = new Set(this.#todo.map(([address]) => address));
    return { todo: [...this.#todo], seen: [...this.#seen].filter((address) => !pending.has(address)) };
  }
}
