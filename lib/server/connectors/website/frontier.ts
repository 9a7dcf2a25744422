import { isWanted } from "./address";
import type { WebsiteSettings } from "./settings";

/** Pages that differ in their parameters alone; more of them is a trap, such as a calendar. */
const MAX_VARIANTS = 50;
/** So many times more addresses than pages are remembered. */
const MAX_KNOWN = 4;
/** Of all addresses that are remembered: they are written down again and again while a site is read. */
const MAX_CHARACTERS = 3_000_000;

/** What is still to be visited, nearest first, each address once. */
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

  /** False when it is known already, unwanted or one too many. */
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

  /** It was come to by another way. */
  know(address: string): void {
    this.#seen.add(address);
  }

  take(): [address: string, depth: number] | undefined {
    const next = this.#todo[this.#next];
    this.#next += next ? 1 : 0;
    return next;
  }

  get left(): number {
    return this.#todo.length - this.#next;
  }

  /** What is to be kept to continue from here. */
  kept(): { todo: [string, number][]; seen: string[] } {
    this.#todo = this.#todo.slice(this.#next);
    this.#next = 0;
    const waiting = new Set(this.#todo.map(([address]) => address));
    return { todo: [...this.#todo], seen: [...this.#seen].filter((address) => !waiting.has(address)) };
  }
}
