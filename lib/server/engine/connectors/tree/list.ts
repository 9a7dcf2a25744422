import { ConnectorError } from "../shared/errors";
import type { Message } from "../shared/types";
import { type ListState, listState } from "./state";
import type { Tree, TreeItem } from "./types";

const MAX_FOLDERS = 10_000;

interface Listed<Item> {
  files: Item[];
  /** Where to continue; absent after the last page. */
  next: ListState | undefined;
  folders: Record<string, string> | undefined;
}

/** Restarts a listing whose page token has expired: items are emitted again, which is harmless. */
async function pageOf<Item extends TreeItem>(
  tree: Tree<Item>,
  folder: string | undefined,
  page: string | undefined,
  keysOnly: boolean,
) {
  try {
    return await tree.list(folder, page, keysOnly);
  } catch (error) {
    if (page === undefined || !tree.isForgotten(error, "page")) throw error;
    return tree.list(folder, undefined, keysOnly);
  }
}

/** Lists all files, or a folder with its subfolders, page by page. */
export async function* listFiles<Item extends TreeItem>(
  tree: Tree<Item>,
  begun: ListState,
  { keysOnly = false } = {},
): AsyncIterable<Listed<Item>> {
  const folders = begun.folders && { ...begun.folders };
  const queue = [...begun.queue];
  for (let page = begun.page, more = !folders || queue.length > 0; more; ) {
    const folder = queue[0];
    const { items, next } = await pageOf(tree, folder, page, keysOnly);
    for (const { id, isFolder } of items) {
      if (!folders || folder === undefined || !isFolder || Object.hasOwn(folders, id)) continue;
      folders[id] = folder;
      queue.push(id);
    }
    if (folders && Object.keys(folders).length > MAX_FOLDERS)
      throw new ConnectorError("settings", "This folder has more than 10,000 folders in it. Choose a smaller one.");
    page = next;
    if (page === undefined) queue.shift();
    more = page !== undefined || queue.length > 0;
    const files = items.filter(({ isReadable }) => isReadable);
    yield { files, folders, next: more ? { ...begun, folders, queue: [...queue], page } : undefined };
  }
}

/** Emits the keys of all existing files, without their contents. */
export async function* emitKeys<Item extends TreeItem>(
  tree: Tree<Item>,
  top: string | undefined,
): AsyncIterable<Message> {
  for await (const { files } of listFiles(tree, listState("", "", top), { keysOnly: true }))
    if (files.length > 0) yield { type: "unchanged", keys: files.map(({ id }) => id) };
}
