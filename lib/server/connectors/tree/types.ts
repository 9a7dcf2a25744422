import type { Message } from "../types";

/** A file or a folder of a service that keeps them in a tree and tells what changed in it. */
export interface TreeItem {
  id: string;
  /** The folders that it is right in. */
  parents: string[];
  isFolder: boolean;
  /** A file that Muster can make text of. */
  isReadable: boolean;
}

export interface TreeChange<Item> {
  id: string;
  /** As it is now; absent: it is gone. */
  item: Item | undefined;
  /** What is gone was a folder, where the service says so. */
  wasFolder: boolean;
}

export interface TreeChanges<Item> {
  changes: TreeChange<Item>[];
  /** From where to go on. */
  token: string;
  /** There are more already. */
  more: boolean;
}

/** What a service's connector gives; the reading of a tree is the same for all of them. */
export interface Tree<Item extends TreeItem> {
  service: string;
  /** The token from which on changes are followed. It is asked for before anything is listed. */
  start(): Promise<string>;
  /** The items right in a folder, or all that there are; `keysOnly` for large pages. */
  list(
    folder: string | undefined,
    page: string | undefined,
    keysOnly: boolean,
  ): Promise<{ items: Item[]; next: string | undefined }>;
  changes(token: string): Promise<TreeChanges<Item>>;
  /** An item as it is now; undefined: it is gone. */
  find(id: string): Promise<Item | undefined>;
  /** A readable file with its content; nothing where it vanished meanwhile. */
  tell(item: Item): AsyncIterable<Message>;
  /** Whether an error means that the service no longer knows the page or the token. */
  isForgotten(error: unknown, what: "page" | "token"): boolean;
}
