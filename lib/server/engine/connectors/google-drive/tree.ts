import { getErrorStatus } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { Tree, TreeChange } from "../tree/types";
import type { Drive, DriveChange, DriveFile } from "./client";
import { emitFile, folderType, toFileForm } from "./files";

/** Files downloaded between two states; also Google's maximum page size. */
const filesPerPage = 50;
const keysPerPage = 1_000;

const toFolderQuery = (id: string): string => `'${id.replace(/['\\]/g, "\\$&")}' in parents and trashed = false`;
const allFilesQuery = `trashed = false and mimeType != '${folderType}'`;

const toItem = (file: DriveFile) => ({
  ...file,
  isFolder: file.mimeType === folderType,
  isReadable: toFileForm(file) !== undefined,
});
type Item = ReturnType<typeof toItem>;

function toChanges({ changeType, removed, fileId, file }: DriveChange): TreeChange<Item>[] {
  const id = file?.id ?? fileId;
  if (changeType !== "file" || id === undefined) return [];
  const isDeleted = removed || !file || file.trashed;
  return [{ id, item: isDeleted ? undefined : toItem(file), wasFolder: isDeleted && file?.mimeType === folderType }];
}

/** Google's change tokens do not expire, but list tokens do. */
const expiredStatuses = { page: [400, 410], token: [400, 404, 410] };

export const createDriveTree = (drive: Drive, ctx: ConnectorContext): Tree<Item> => ({
  service: "Google Drive",
  start: () => drive.getStartToken(),
  async list(folder, page, keysOnly) {
    const q = folder === undefined ? allFilesQuery : toFolderQuery(folder);
    const { files, nextPageToken } = await drive.listFiles(q, page, keysOnly ? keysPerPage : filesPerPage);
    return { items: files.map(toItem), next: nextPageToken };
  },
  async changes(token) {
    const { changes, nextPageToken, newStartPageToken } = await drive.listChanges(token);
    const next = nextPageToken ?? newStartPageToken ?? token;
    return { changes: changes.flatMap(toChanges), token: next, more: nextPageToken !== undefined };
  },
  async find(id) {
    const file = await drive.getFile(id).catch((error: unknown) => {
      if (getErrorStatus(error) !== 404) throw error;
    });
    return file && !file.trashed ? toItem(file) : undefined;
  },
  emit: (item) => emitFile(drive, item, ctx),
  isExpired: (error, what) => expiredStatuses[what].includes(getErrorStatus(error)),
});
