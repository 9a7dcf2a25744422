import type { Message } from "../shared/types";

/** A file or folder of a service with a change log. */
export interface TreeItem {
  id: string;
  /** The folders that directly contain it. */
  parents: string[];
  isFolder: boolean;
  /** A file that Muster can parse. */
  isReadable: boolean;
}

export interface TreeChange<Item> {
  id: string;
  /** The current item; absent: it was deleted. */
  item: Item | undefined;
  /** A deleted item was a folder, if the service says so. */
  wasFolder: boolean;
}

export interface TreeChanges<Item> {
  changes: TreeChange<Item>[];
  /** Where to continue. */
  token: string;
  /** More changes are available. */
  more: boolean;
}

/** A service's adapter; reading a tree is the same for all of them. */
export interface Tree<Item extends TreeItem> {
  service: string;
  /** The token from which to follow changes. Requested before anything is listed. */
  start(): Promise<string>;
  /** The direct children of a folder, or all items; `keysOnly` for large pages. */
  list(
    folder: string | undefined,
    page: string | undefined,
    keysOnly: boolean,
  ): Promise<{ items: Item[]; next: string | undefined }>;
  changes(token: string): Promise<TreeChanges<Item>>;
  /** The current item; undefined: it was deleted. */
  find(id: string): Promise<Item | undefined>;
  /** A readable file with its content; emits nothing when it was deleted meanwhile. */
  emit(item: Item): AsyncIterable<Message>;
  /** Whether an error means that the page or token has expired. */
  isExpired(error: unknown, what: "page" | "token"): boolean;
}
