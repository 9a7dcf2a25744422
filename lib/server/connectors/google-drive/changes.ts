import type { ConnectorContext, Message } from "../types";
import type { Drive, DriveChange, DriveChangePage, DriveFile } from "./client";
import { folderType, isReadable, tellFile } from "./files";
import { listFiles, listState } from "./list";
import type { DriveChangesState } from "./state";

const MAX_TRASHED = 1_000;

/** What the changes so far mean for folders: Google tells of a folder, but not of what is in it. */
class Folders {
  readonly known: Map<string, string> | undefined;
  readonly trashed: Set<string>;
  /** Something left with all that was in it: which files exist must be told anew. */
  swept = false;

  constructor(state: DriveChangesState) {
    this.known = state.folders && new Map(Object.entries(state.folders));
    this.trashed = new Set(state.trashed);
  }

  holds({ parents }: DriveFile): boolean {
    const { known } = this;
    return !known || parents.some((parent) => known.has(parent));
  }

  leave(id: string): void {
    if (this.known) {
      if (this.known.delete(id)) this.swept = true;
      return;
    }
    this.swept = true;
    this.trashed.add(id);
    if (this.trashed.size > MAX_TRASHED) this.trashed.delete([...this.trashed][0] ?? "");
  }

  /** Whether what is in a folder came with it. */
  enters(folder: DriveFile): boolean {
    if (!this.known) return this.trashed.delete(folder.id);
    const isNew = !this.known.has(folder.id);
    const parent = folder.parents.find((id) => this.known?.has(id));
    if (parent !== undefined) this.known.set(folder.id, parent);
    return isNew;
  }

  get state() {
    return { folders: this.known && Object.fromEntries(this.known), trashed: [...this.trashed] };
  }
}

/** All that is in a folder and below it. */
async function* tellFolder(drive: Drive, id: string, folders: Folders, ctx: ConnectorContext): AsyncIterable<Message> {
  for await (const { files, folders: found } of listFiles(drive, listState("", "", id))) {
    for (const [folder, parent] of Object.entries(found ?? {})) if (folder !== id) folders.known?.set(folder, parent);
    for (const file of files) yield* tellFile(drive, file, ctx);
  }
}

async function* tellChange(
  drive: Drive,
  { removed, fileId, file }: DriveChange,
  folders: Folders,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const id = file?.id ?? fileId;
  if (id === undefined) return;
  const gone = removed || !file || file.trashed || !folders.holds(file);
  if (file?.mimeType === folderType || folders.known?.has(id)) {
    if (gone) folders.leave(id);
    else if (folders.enters(file)) yield* tellFolder(drive, id, folders, ctx);
    return;
  }
  // A file can also turn into one that Muster cannot read.
  if (gone || !isReadable(file)) yield { type: "deleted", key: id };
  else yield* tellFile(drive, file, ctx);
}

/** Only the last of several changes to one file: each tells the file as it is now. */
function lastOfEach(changes: DriveChange[]): DriveChange[] {
  const byFile = new Map<string, DriveChange>();
  for (const one of changes) {
    const id = one.fileId ?? one.file?.id;
    if (one.changeType !== "file" || id === undefined) continue;
    byFile.delete(id);
    byFile.set(id, one);
  }
  return [...byFile.values()];
}

/** Follows Google's own record of changes. Ends with `complete` where the keys of all files had to be told. */
export async function* readDriveChanges(
  drive: Drive,
  state: DriveChangesState,
  first: DriveChangePage,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const folders = new Folders(state);
  let token = state.token;
  for (let page: DriveChangePage | undefined = first; page; ) {
    for (const change of lastOfEach(page.changes)) yield* tellChange(drive, change, folders, ctx);
    token = page.nextPageToken ?? page.newStartPageToken ?? token;
    // A sweep that is owed is not lost with the process: until it is done, these changes are read again.
    if (!folders.swept) yield { type: "state", state: { ...state, token, ...folders.state } };
    page = page.nextPageToken === undefined ? undefined : await drive.changes(token);
  }
  if (folders.swept) {
    yield* tellDriveKeys(drive, state.top);
    yield { type: "state", state: { ...state, token, ...folders.state } };
  }
  yield { type: "end", complete: folders.swept };
}

/** Tells which files exist, without their contents. */
export async function* tellDriveKeys(drive: Drive, top: string | undefined): AsyncIterable<Message> {
  for await (const { files } of listFiles(drive, listState("", "", top), { keysOnly: true })) {
    const keys = files.filter(isReadable).map(({ id }) => id);
    if (keys.length > 0) yield { type: "unchanged", keys };
  }
}
