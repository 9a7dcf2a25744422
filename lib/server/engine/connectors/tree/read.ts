import { stateOf } from "../shared/answer";
import type { ConnectorContext, Message, ReadMode } from "../shared/types";
import { readChanges } from "./changes";
import { emitKeys, listFiles } from "./list";
import { type ListState, listState, type TreeState, treeState } from "./state";
import type { Tree, TreeItem } from "./types";

async function* readList<Item extends TreeItem>(
  tree: Tree<Item>,
  begun: ListState,
  { mode, continued }: { mode: ReadMode; continued: boolean },
): AsyncIterable<Message> {
  let { folders } = begun;
  for await (const page of listFiles(tree, begun)) {
    for (const file of page.files) yield* tree.emit(file);
    folders = page.folders;
    if (page.next) yield { type: "state", state: page.next satisfies TreeState };
  }
  const { token, chosen, top } = begun;
  // Keys emitted by the first part of the read are unknown here.
  if (continued) yield* emitKeys(tree, top);
  const followed: TreeState = { phase: "changes", token, chosen, top, folders, trashed: [] };
  yield { type: "state", state: mode === "incremental" ? followed : null };
  yield { type: "end", complete: true };
}

/** Reads single files again, independently of the change log. */
export async function* readAgain<Item extends TreeItem>(
  tree: Tree<Item>,
  keys: readonly string[],
): AsyncIterable<Message> {
  for (const key of keys) {
    const item = await tree.find(key);
    if (item?.isReadable) yield* tree.emit(item);
    else yield { type: "deleted", key };
  }
}

interface Reading {
  mode: ReadMode;
  given: unknown;
  /** The settings that determine the scope, as one string. */
  chosen: string;
  /** The id of the root folder; undefined for all files. */
  topOf: () => Promise<string | undefined>;
}

/** Reads a tree: all files first, then changes; all again when the service's token has expired. */
export async function* readTree<Item extends TreeItem>(
  tree: Tree<Item>,
  { mode, given, chosen, topOf }: Reading,
  { log }: ConnectorContext,
): AsyncIterable<Message> {
  const kept = stateOf(treeState, given);
  const state = kept?.chosen === chosen ? kept : undefined;
  if (state?.phase === "changes" && mode === "incremental") {
    const first = await tree.changes(state.token).catch((error: unknown) => {
      if (!tree.isForgotten(error, "token")) throw error;
      log.info({ service: tree.service }, "The token of changes is no longer known: all files are listed again.");
    });
    if (first) {
      yield* readChanges(tree, state, first);
      return;
    }
  }
  const continued = state?.phase === "list";
  // The token is requested before the folder is resolved, and both before the list, so that no change is missed.
  const begun = continued ? state : listState(await tree.start(), chosen, await topOf());
  yield* readList(tree, begun, { mode, continued });
}
