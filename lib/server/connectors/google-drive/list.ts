import { ConnectorError } from "../errors";
import { causeOf } from "../failure";
import { ServiceError } from "../service-error";
import type { Drive, DriveFile } from "./client";
import { folderType } from "./files";
import type { DriveListState } from "./state";

const MAX_FOLDERS = 10_000;
/** What is downloaded between two states. */
const filesPage = 50;
/** Where only keys are told. */
const keysPage = 1_000;

const inFolder = (id: string): string => `'${id}' in parents and trashed = false`;
const everything = `trashed = false and mimeType != '${folderType}'`;

/** A page that Google no longer knows: such tokens last for hours, a broken sync may rest longer. */
const isOldPage = (error: unknown): boolean => {
  const status = causeOf(error, ServiceError)?.status;
  return status === 400 || status === 410;
};

async function pageOf(drive: Drive, q: string, page: string | undefined, size: number) {
  try {
    return await drive.list(q, page, size);
  } catch (error) {
    if (page === undefined || !isOldPage(error)) throw error;
    return drive.list(q, undefined, size);
  }
}

/** The beginning of a list of all files, or of a folder. */
export const listState = (token: string, chosen: string, top: string | undefined): DriveListState => ({
  phase: "list",
  token,
  chosen,
  top,
  folders: top === undefined ? undefined : { [top]: top },
  queue: top === undefined ? [] : [top],
});

export interface Listed {
  files: DriveFile[];
  /** From where to go on; absent after the last page. */
  next: DriveListState | undefined;
  folders: Record<string, string> | undefined;
}

/** Goes through all files, or through a folder and all that are below it, page by page. */
export async function* listFiles(
  drive: Drive,
  begun: DriveListState,
  { keysOnly = false } = {},
): AsyncIterable<Listed> {
  const folders = begun.folders && { ...begun.folders };
  const queue = [...begun.queue];
  let { page } = begun;
  while (true) {
    const folder = queue[0];
    if (folders && folder === undefined) return;
    const q = folder === undefined ? everything : inFolder(folder);
    const { files, nextPageToken } = await pageOf(drive, q, page, keysOnly ? keysPage : filesPage);
    for (const { id, mimeType } of files) {
      if (!folders || folder === undefined || mimeType !== folderType || Object.hasOwn(folders, id)) continue;
      folders[id] = folder;
      queue.push(id);
    }
    if (folders && Object.keys(folders).length > MAX_FOLDERS)
      throw new ConnectorError("settings", "This folder has more than 10,000 folders in it. Choose a smaller one.");
    page = nextPageToken;
    if (page === undefined) queue.shift();
    const more = page !== undefined || queue.length > 0;
    const next = more ? { ...begun, folders, queue: [...queue], page } : undefined;
    yield { files: files.filter(({ mimeType }) => mimeType !== folderType), next, folders };
    if (!more) return;
  }
}
