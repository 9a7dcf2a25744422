import { ConnectorError } from "../shared/errors";
import type { Message } from "../shared/types";
import { Folders } from "./folders";
import { emitKeys, listFiles } from "./list";
import { type ChangesState, createListState } from "./state";
import type { Tree, TreeChange, TreeChanges, TreeItem } from "./types";

/** Emits everything in a folder and below it. */
async function* emitFolder<Item extends TreeItem>(
  tree: Tree<Item>,
  id: string,
  folders: Folders,
): AsyncIterable<Message> {
  for await (const { files, folders: newFolders } of listFiles(tree, createListState("", "", id))) {
    for (const [folder, parent] of Object.entries(newFolders ?? {})) if (folder !== id) folders.add(folder, parent);
    for (const file of files) yield* tree.emit(file);
  }
}

async function* emitChange<Item extends TreeItem>(
  tree: Tree<Item>,
  { id, item, wasFolder }: TreeChange<Item>,
  top: string | undefined,
  folders: Folders,
): AsyncIterable<Message> {
  if (id === top) {
    // The folder may be moved; its contents are read anyway.
    if (item) return;
    const sentence = "The folder was deleted, or these credentials can no longer access it. Choose another one.";
    throw new ConnectorError("vanished", sentence);
  }
  const isInScope = item !== undefined && folders.isInScope(item);
  if (item?.isFolder || wasFolder || folders.isKnown(id)) {
    if (!isInScope) folders.remove(id);
    else if (folders.addIfNew(item)) yield* emitFolder(tree, id, folders);
    return;
  }
  // A file may also turn into an unreadable type.
  if (isInScope && item.isReadable) yield* tree.emit(item);
  else yield { type: "deleted", key: id };
}

/** Keeps the last of several changes of an item: each shows its current state. */
function keepLastChanges<Item>(changes: TreeChange<Item>[]): TreeChange<Item>[] {
  const byId = new Map<string, TreeChange<Item>>();
  for (const one of changes) {
    byId.delete(one.id);
    byId.set(one.id, one);
  }
  return [...byId.values()];
}

/** Follows the service's change log. Ends `complete` when the keys of all files had to be emitted. */
export async function* readChanges<Item extends TreeItem>(
  tree: Tree<Item>,
  state: ChangesState,
  first: TreeChanges<Item>,
): AsyncIterable<Message> {
  const folders = new Folders(state);
  const toState = (token: string): ChangesState => ({ ...state, ...folders.state, token });
  for (let page = first; ; page = await tree.changes(page.token)) {
    for (const change of keepLastChanges(page.changes)) yield* emitChange(tree, change, state.top, folders);
    // A pending sweep must survive a restart: until it is done, these changes are read again.
    if (!folders.needsSweep) yield { type: "state", state: toState(page.token) };
    if (page.more) continue;
    if (folders.needsSweep) {
      yield* emitKeys(tree, state.top);
      yield { type: "state", state: toState(page.token) };
    }
    yield { type: "end", complete: folders.needsSweep };
    return;
  }
}
