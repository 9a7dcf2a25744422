import { parseState } from "../shared/answer";
import type { ConnectorContext, Message, ReadMode } from "../shared/types";
import { readChanges } from "./changes";
import { emitKeys, listFiles } from "./list";
import { createListState, type ListState, type TreeState, treeState } from "./state";
import type { Tree, TreeItem } from "./types";

async function* readList<Item extends TreeItem>(
  tree: Tree<Item>,
  initial: ListState,
  { mode, isResumed }: { mode: ReadMode; isResumed: boolean },
): AsyncIterable<Message> {
  let { folders } = initial;
  for await (const page of listFiles(tree, initial)) {
    for (const file of page.files) yield* tree.emit(file);
    folders = page.folders;
    if (page.next) yield { type: "state", state: page.next satisfies TreeState };
  }
  const { token, chosen, top } = initial;
  // Keys emitted by the first part of the read are unknown here.
  if (isResumed) yield* emitKeys(tree, top);
  const changesState: TreeState = { phase: "changes", token, chosen, top, folders, trashed: [] };
  yield { type: "state", state: mode === "incremental" ? changesState : null };
  yield { type: "end", complete: true };
}

/** Reads single files again, independently of the change log. */
export async function* retryItems<Item extends TreeItem>(
  tree: Tree<Item>,
  keys: readonly string[],
): AsyncIterable<Message> {
  for (const key of keys) {
    const item = await tree.find(key);
    if (item?.isReadable) yield* tree.emit(item);
    else yield { type: "deleted", key };
  }
}

interface TreeReadOptions {
  mode: ReadMode;
  storedState: unknown;
  /** The settings that determine the scope, as one string. */
  chosen: string;
  /** The id of the root folder; undefined for all files. */
  findTop: () => Promise<string | undefined>;
}

/** Reads a tree: all files first, then changes; all again when the service's token has expired. */
export async function* readTree<Item extends TreeItem>(
  tree: Tree<Item>,
  { mode, storedState, chosen, findTop }: TreeReadOptions,
  { log }: ConnectorContext,
): AsyncIterable<Message> {
  const parsed = parseState(treeState, storedState);
  const state = parsed?.chosen === chosen ? parsed : undefined;
  if (state?.phase === "changes" && mode === "incremental") {
    const first = await tree.changes(state.token).catch((error: unknown) => {
      if (!tree.isExpired(error, "token")) throw error;
      log.info({ service: tree.service }, "The change token has expired, so all files are listed again.");
    });
    if (first) {
      yield* readChanges(tree, state, first);
      return;
    }
  }
  const isResumed = state?.phase === "list";
  // The token is requested before the folder is resolved, and both before the list, so that no change is missed.
  const initial = isResumed ? state : createListState(await tree.start(), chosen, await findTop());
  yield* readList(tree, initial, { mode, isResumed });
}
