import { checkSize, fileProblem, saveBody } from "../shared/download";
import { ConnectorError } from "../shared/errors";
import { readableName } from "../shared/readable";
import { statusIn } from "../shared/service-error";
import type { ConnectorContext, Message } from "../shared/types";
import type { Tree, TreeChange } from "../tree/types";
import type { GraphItem, Onedrive } from "./client";
import { graphCode } from "./failure";

/** Files downloaded between two states; also the number of keys emitted per message. */
const filesPage = 50;
const keysPage = 1_000;

const nameOf = ({ name, file }: GraphItem): string | undefined => file && readableName(name, file.mimeType);

const itemOf = (item: GraphItem) => ({
  ...item,
  parents: item.parentReference?.id ? [item.parentReference.id] : [],
  isFolder: item.folder !== undefined && item.root === undefined,
  isReadable: nameOf(item) !== undefined && item.deleted === undefined,
});
type Item = ReturnType<typeof itemOf>;

function changeOf(item: GraphItem): TreeChange<Item>[] {
  if (item.root) return [];
  const gone = item.deleted !== undefined;
  return [{ id: item.id, item: gone ? undefined : itemOf(item), wasFolder: gone && item.folder !== undefined }];
}

const dataOf = ({ id, name, size, file, createdDateTime, lastModifiedDateTime, createdBy }: GraphItem) => ({
  id,
  name,
  ...(size !== undefined && { size }),
  ...(file?.mimeType && { mimeType: file.mimeType }),
  ...(createdDateTime && { createdDateTime }),
  ...(lastModifiedDateTime && { lastModifiedDateTime }),
  ...(createdBy?.user?.displayName && { createdBy: createdBy.user.displayName }),
});

function problemOf(error: unknown, ctx: ConnectorContext): ConnectorError | undefined {
  const code = graphCode(error);
  if (code === "malwareDetected")
    return new ConnectorError("permission", "Microsoft takes this file for malware and does not give it out.");
  if (code === "resourceLocked" || statusIn(error) === 423)
    return new ConnectorError("unavailable", "Somebody holds this file locked at the moment.");
  return fileProblem(error, ctx);
}

async function* emitItem(onedrive: Onedrive, item: GraphItem, ctx: ConnectorContext): AsyncIterable<Message> {
  const filename = nameOf(item);
  if (filename === undefined) return;
  const known = { key: item.id, title: item.name || null, uri: item.webUrl ?? null };
  try {
    checkSize(item.size, ctx);
    const file = await saveBody(await onedrive.content(item.id), filename, ctx);
    const updatedAt = item.lastModifiedDateTime ? new Date(item.lastModifiedDateTime) : undefined;
    yield { type: "record", ...known, updatedAt, data: dataOf(item), file };
  } catch (error) {
    if (statusIn(error) === 404) return;
    const problem = problemOf(error, ctx);
    if (!problem) throw error;
    yield { type: "failed", ...known, error: problem };
  }
}

export const onedriveTree = (onedrive: Onedrive, ctx: ConnectorContext): Tree<Item> => ({
  service: "OneDrive",
  start: () => onedrive.latest(),
  async list(folder, page, keysOnly) {
    const size = keysOnly ? keysPage : filesPage;
    const begin = () => (folder === undefined ? onedrive.everything(size) : onedrive.children(folder, size));
    const { items, next } = await (page === undefined ? begin() : onedrive.following(page));
    return { items: items.filter(({ deleted }) => !deleted).map(itemOf), next };
  },
  async changes(token) {
    const { items, next, delta } = await onedrive.following(token);
    return { changes: items.flatMap(changeOf), token: next ?? delta ?? token, more: next !== undefined };
  },
  async find(id) {
    const item = await onedrive.item(id).catch((error: unknown) => {
      if (statusIn(error) !== 404) throw error;
    });
    return item ? itemOf(item) : undefined;
  },
  emit: (item) => emitItem(onedrive, item, ctx),
  // 410 requires a full resync; the URL in the response says only the same.
  isForgotten: (error) => statusIn(error) === 410,
});
