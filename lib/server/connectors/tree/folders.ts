import type { ChangesState } from "./state";
import type { TreeItem } from "./types";

const MAX_TRASHED = 1_000;

/** What changes mean for folders: the services tell of a folder that moved, but not of what is in it. */
export class Folders {
  readonly #known: Map<string, string> | undefined;
  readonly #trashed: Set<string>;
  /** Something left with all that was in it: which files exist must be told anew. */
  swept = false;

  constructor({ folders, trashed }: ChangesState) {
    this.#known = folders && new Map(Object.entries(folders));
    this.#trashed = new Set(trashed);
  }

  isKnown(id: string): boolean {
    return this.#known?.has(id) ?? false;
  }

  /** Whether an item is in what is read. */
  holds({ parents }: TreeItem): boolean {
    return !this.#known || parents.some((parent) => this.#known?.has(parent));
  }

  add(id: string, parent: string): void {
    this.#known?.set(id, parent);
  }

  leave(id: string): void {
    if (this.#known) {
      // Those below it are no longer held either.
      const below = [...this.#known].filter(([child, parent]) => parent === id && child !== id);
      if (this.#known.delete(id)) this.swept = true;
      for (const [child] of below) this.leave(child);
      return;
    }
    this.swept = true;
    this.#trashed.add(id);
    const [oldest = ""] = this.#trashed;
    if (this.#trashed.size > MAX_TRASHED) this.#trashed.delete(oldest);
  }

  /** Whether what is in a folder came with it. */
  enters({ id, parents }: TreeItem): boolean {
    if (!this.#known) return this.#trashed.delete(id);
    const isNew = !this.#known.has(id);
    const parent = parents.find((one) => this.#known?.has(one));
    if (parent !== undefined) this.#known.set(id, parent);
    return isNew;
  }

  get state(): Pick<ChangesState, "folders" | "trashed"> {
    return { folders: this.#known && Object.fromEntries(this.#known), trashed: [...this.#trashed] };
  }
}
