import { checkSize, saveBody, toFileError } from "../shared/download";
import { ConnectorError } from "../shared/errors";
import { toReadableName } from "../shared/readable";
import { getErrorStatus } from "../shared/service-error";
import type { ConnectorContext, Message } from "../shared/types";
import type { Tree, TreeChange } from "../tree/types";
import type { GraphItem, Onedrive } from "./client";
import { findGraphCode } from "./failure";

/** Files downloaded between two states; also the number of keys emitted per message. */
const filesPerPage = 50;
const keysPerPage = 1_000;

const toReadableFilename = ({ name, file }: GraphItem): string | undefined =>
  file && toReadableName(name, file.mimeType);

const toItem = (item: GraphItem) => ({
  ...item,
  parents: item.parentReference?.id ? [item.parentReference.id] : [],
  isFolder: item.folder !== undefined && item.root === undefined,
  isReadable: toReadableFilename(item) !== undefined && item.deleted === undefined,
});
type Item = ReturnType<typeof toItem>;

function toChanges(item: GraphItem): TreeChange<Item>[] {
  if (item.root) return [];
  const isDeleted = item.deleted !== undefined;
  return [
    { id: item.id, item: isDeleted ? undefined : toItem(item), wasFolder: isDeleted && item.folder !== undefined },
  ];
}

const toData = ({ id, name, size, file, createdDateTime, lastModifiedDateTime, createdBy }: GraphItem) => ({
  id,
  name,
  ...(size !== undefined && { size }),
  ...(file?.mimeType && { mimeType: file.mimeType }),
  ...(createdDateTime && { createdDateTime }),
  ...(lastModifiedDateTime && { lastModifiedDateTime }),
  ...(createdBy?.user?.displayName && { createdBy: createdBy.user.displayName }),
});

function toFileProblem(error: unknown, ctx: ConnectorContext): ConnectorError | undefined {
  const code = findGraphCode(error);
  if (code === "malwareDetected")
    return new ConnectorError("permission", "Microsoft flagged this file as malware and blocked the download.");
  if (code === "resourceLocked" || getErrorStatus(error) === 423)
    return new ConnectorError("unavailable", "This file is currently locked by another user.");
  return toFileError(error, ctx);
}

async function* emitItem(onedrive: Onedrive, item: GraphItem, ctx: ConnectorContext): AsyncIterable<Message> {
  const filename = toReadableFilename(item);
  if (filename === undefined) return;
  const common = { key: item.id, title: item.name || null, uri: item.webUrl ?? null };
  try {
    checkSize(item.size, ctx);
    const file = await saveBody(await onedrive.readContent(item.id), filename, ctx);
    const updatedAt = item.lastModifiedDateTime ? new Date(item.lastModifiedDateTime) : undefined;
    yield { type: "record", ...common, updatedAt, data: toData(item), file };
  } catch (error) {
    if (getErrorStatus(error) === 404) return;
    const problem = toFileProblem(error, ctx);
    if (!problem) throw error;
    yield { type: "failed", ...common, error: problem };
  }
}

export const createOnedriveTree = (onedrive: Onedrive, ctx: ConnectorContext): Tree<Item> => ({
  service: "OneDrive",
  start: () => onedrive.getLatestDelta(),
  async list(folder, page, keysOnly) {
    const size = keysOnly ? keysPerPage : filesPerPage;
    const listFirst = () => (folder === undefined ? onedrive.listAll(size) : onedrive.listChildren(folder, size));
    const { items, next } = await (page === undefined ? listFirst() : onedrive.follow(page));
    return { items: items.filter(({ deleted }) => !deleted).map(toItem), next };
  },
  async changes(token) {
    const { items, next, delta } = await onedrive.follow(token);
    return { changes: items.flatMap(toChanges), token: next ?? delta ?? token, more: next !== undefined };
  },
  async find(id) {
    const item = await onedrive.getItem(id).catch((error: unknown) => {
      if (getErrorStatus(error) !== 404) throw error;
    });
    return item ? toItem(item) : undefined;
  },
  emit: (item) => emitItem(onedrive, item, ctx),
  // 410 requires a full resync; the URL in the response says only the same.
  isExpired: (error) => getErrorStatus(error) === 410,
});
