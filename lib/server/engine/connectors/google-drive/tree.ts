import { statusIn } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { Tree, TreeChange } from "../tree/types";
import type { Drive, DriveChange, DriveFile } from "./client";
import { emitFile, folderType, formOf } from "./files";

/** Files downloaded between two states; also Google's maximum page size. */
const filesPage = 50;
const keysPage = 1_000;

const inFolder = (id: string): string => `'${id.replace(/['\\]/g, "\\$&")}' in parents and trashed = false`;
const everything = `trashed = false and mimeType != '${folderType}'`;

const itemOf = (file: DriveFile) => ({
  ...file,
  isFolder: file.mimeType === folderType,
  isReadable: formOf(file) !== undefined,
});
type Item = ReturnType<typeof itemOf>;

function changeOf({ changeType, removed, fileId, file }: DriveChange): TreeChange<Item>[] {
  const id = file?.id ?? fileId;
  if (changeType !== "file" || id === undefined) return [];
  const gone = removed || !file || file.trashed;
  return [{ id, item: gone ? undefined : itemOf(file), wasFolder: gone && file?.mimeType === folderType }];
}

/** Google's change tokens do not expire, but list tokens do. */
const forgotten = { page: [400, 410], token: [400, 404, 410] };

export const driveTree = (drive: Drive, ctx: ConnectorContext): Tree<Item> => ({
  service: "Google Drive",
  start: () => drive.startToken(),
  async list(folder, page, keysOnly) {
    const q = folder === undefined ? everything : inFolder(folder);
    const { files, nextPageToken } = await drive.list(q, page, keysOnly ? keysPage : filesPage);
    return { items: files.map(itemOf), next: nextPageToken };
  },
  async changes(token) {
    const { changes, nextPageToken, newStartPageToken } = await drive.changes(token);
    const next = nextPageToken ?? newStartPageToken ?? token;
    return { changes: changes.flatMap(changeOf), token: next, more: nextPageToken !== undefined };
  },
  async find(id) {
    const file = await drive.item(id).catch((error: unknown) => {
      if (statusIn(error) !== 404) throw error;
    });
    return file && !file.trashed ? itemOf(file) : undefined;
  },
  emit: (item) => emitFile(drive, item, ctx),
  isForgotten: (error, what) => forgotten[what].includes(statusIn(error)),
});
