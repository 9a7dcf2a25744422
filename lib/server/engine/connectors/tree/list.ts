import { ConnectorError } from "../shared/errors";
import type { Message } from "../shared/types";
import { createListState, type ListState } from "./state";
import type { Tree, TreeItem } from "./types";

const MAX_FOLDERS = 10_000;

interface ListedPage<Item> {
  files: Item[];
  /** Where to continue; absent after the last page. */
  next: ListState | undefined;
  folders: Record<string, string> | undefined;
}

/** Restarts a listing whose page token has expired: items are emitted again, which is harmless. */
async function listPage<Item extends TreeItem>(
  tree: Tree<Item>,
  folder: string | undefined,
  page: string | undefined,
  keysOnly: boolean,
) {
  try {
    return await tree.list(folder, page, keysOnly);
  } catch (error) {
    if (page === undefined || !tree.isExpired(error, "page")) throw error;
    return tree.list(folder, undefined, keysOnly);
  }
}

/** Lists all files, or a folder with its subfolders, page by page. */
export async function* listFiles<Item extends TreeItem>(
  tree: Tree<Item>,
  initial: ListState,
  { keysOnly = false } = {},
): AsyncIterable<ListedPage<Item>> {
  const folders = initial.folders && { ...initial.folders };
  const queue = [...initial.queue];
  for (let page = initial.page, more = !folders || queue.length > 0; more; ) {
    const folder = queue[0];
    const { items, next } = await listPage(tree, folder, page, keysOnly);
    for (const { id, isFolder } of items) {
      if (!folders || folder === undefined || !isFolder || Object.hasOwn(folders, id)) continue;
      folders[id] = folder;
      queue.push(id);
    }
    if (folders && Object.keys(folders).length > MAX_FOLDERS)
      throw new ConnectorError("settings", "This folder contains more than 10,000 folders. Choose a smaller one.");
    page = next;
    if (page === undefined) queue.shift();
    more = page !== undefined || queue.length > 0;
    const files = items.filter(({ isReadable }) => isReadable);
    yield { files, folders, next: more ? { ...initial, folders, queue: [...queue], page } : undefined };
  }
}

/** Emits the keys of all existing files, without their contents. */
export async function* emitKeys<Item extends TreeItem>(
  tree: Tree<Item>,
  top: string | undefined,
): AsyncIterable<Message> {
  for await (const { files } of listFiles(tree, createListState("", "", top), { keysOnly: true }))
    if (files.length > 0) yield { type: "unchanged", keys: files.map(({ id }) => id) };
}
