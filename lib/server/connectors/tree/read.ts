import { stateOf } from "../answer";
import type { ConnectorContext, Message, ReadMode } from "../types";
import { readChanges } from "./changes";
import { listFiles, tellKeys } from "./list";
import { type ListState, listState, type TreeState, treeState } from "./state";
import type { Tree, TreeItem } from "./types";

async function* readList<Item extends TreeItem>(
  tree: Tree<Item>,
  begun: ListState,
  { mode, continued }: { mode: ReadMode; continued: boolean },
): AsyncIterable<Message> {
  let { folders } = begun;
  for await (const page of listFiles(tree, begun)) {
    for (const file of page.files) yield* tree.tell(file);
    folders = page.folders;
    if (page.next) yield { type: "state", state: page.next satisfies TreeState };
  }
  const { token, chosen, top } = begun;
  // What the first part told is not known here.
  if (continued) yield* tellKeys(tree, top);
  const followed: TreeState = { phase: "changes", token, chosen, top, folders, trashed: [] };
  yield { type: "state", state: mode === "incremental" ? followed : null };
  yield { type: "end", complete: true };
}

/** Tells files once more, wherever the record of changes is. */
export async function* readAgain<Item extends TreeItem>(
  tree: Tree<Item>,
  keys: readonly string[],
): AsyncIterable<Message> {
  for (const key of keys) {
    const item = await tree.find(key);
    if (item?.isReadable) yield* tree.tell(item);
    else yield { type: "deleted", key };
  }
}

interface Reading {
  mode: ReadMode;
  given: unknown;
  /** What the settings say is read, as one text. */
  chosen: string;
  /** The id of the folder that is read; undefined for all files. */
  topOf: () => Promise<string | undefined>;
}

/** Reads a tree: all at first, then what changed; all again where the service has forgotten what it told. */
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
  // The token comes before the folder is looked for, and both before the list: nothing falls between.
  const begun = continued ? state : listState(await tree.start(), chosen, await topOf());
  yield* readList(tree, begun, { mode, continued });
}
