import type { ChangesState } from "./state";
import type { TreeItem } from "./types";

const MAX_TRASHED = 1_000;

/** Tracks folders: the services report that a folder moved, but not its contents. */
export class Folders {
  readonly #known: Map<string, string> | undefined;
  readonly #trashed: Set<string>;
  /** A folder was removed with its contents: all existing keys must be emitted again. */
  needsSweep = false;

  constructor({ folders, trashed }: ChangesState) {
    this.#known = folders && new Map(Object.entries(folders));
    this.#trashed = new Set(trashed);
  }

  isKnown(id: string): boolean {
    return this.#known?.has(id) ?? false;
  }

  /** Whether an item is in scope. */
  isInScope({ parents }: TreeItem): boolean {
    return !this.#known || parents.some((parent) => this.#known?.has(parent));
  }

  add(id: string, parent: string): void {
    this.#known?.set(id, parent);
  }

  remove(id: string): void {
    if (this.#known) {
      // Folders below it are out of scope as well.
      const children = [...this.#known].filter(([child, parent]) => parent === id && child !== id);
      if (this.#known.delete(id)) this.needsSweep = true;
      for (const [child] of children) this.remove(child);
      return;
    }
    this.needsSweep = true;
    this.#trashed.add(id);
    const [oldest = ""] = this.#trashed;
    if (this.#trashed.size > MAX_TRASHED) this.#trashed.delete(oldest);
  }

  /** Whether a folder's contents came into scope with it. */
  addIfNew({ id, parents }: TreeItem): boolean {
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
