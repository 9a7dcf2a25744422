import { findGoogleReasons } from "../oauth/google-access";
import { checkSize, saveBody, toFileError } from "../shared/download";
import { ConnectorError } from "../shared/errors";
import { tidyMessage } from "../shared/failure";
import { toReadableName } from "../shared/readable";
import { findMessage, findServiceError, getErrorStatus } from "../shared/service-error";
import type { ConnectorContext, Message } from "../shared/types";
import type { Drive, DriveFile } from "./client";

export const folderType = "application/vnd.google-apps.folder";

const office = "application/vnd.openxmlformats-officedocument";
/** Export formats of Google's own file types, which have no bytes. Other Google types are not documents. */
const exports: Record<string, { type: string; extension: string }> = {
  "application/vnd.google-apps.document": { type: `${office}.wordprocessingml.document`, extension: ".docx" },
  "application/vnd.google-apps.spreadsheet": { type: `${office}.spreadsheetml.sheet`, extension: ".xlsx" },
  "application/vnd.google-apps.presentation": { type: `${office}.presentationml.presentation`, extension: ".pptx" },
};

/** The stored filename and export format of a file; undefined for types that Muster cannot read. */
export function toFileForm({ name, mimeType }: DriveFile): { filename: string; exportAs?: string } | undefined {
  const exported = exports[mimeType];
  if (exported) return { filename: `${name}${exported.extension}`, exportAs: exported.type };
  const filename = toReadableName(name, mimeType);
  return filename === undefined ? undefined : { filename };
}

/** Google's reasons for refusing a single file. */
const messages: Record<string, string> = {
  exportSizeLimitExceeded: "Google can't export a document this large. Split it, or store it in Drive as a file.",
  cannotDownloadFile: "The owner doesn't allow viewers to download this file.",
  cannotExportFile: "The owner doesn't allow viewers to download this file.",
  cannotDownloadAbusiveFile: "Google flagged this file as malware and blocked the download.",
  fileNotDownloadable: "Google has no downloadable content for this file.",
  fileNotExportable: "Google has no downloadable content for this file.",
};

function toFileProblem(error: unknown, ctx: ConnectorContext): ConnectorError | undefined {
  const serviceError = findServiceError(error);
  if (!serviceError) return toFileError(error, ctx);
  const sentence = findGoogleReasons(serviceError.body)
    .map((reason) => messages[reason])
    .find(Boolean);
  if (!sentence) return undefined;
  return new ConnectorError("permission", `${sentence} (${tidyMessage(findMessage(serviceError.body))})`, {
    cause: error,
  });
}

const toData = ({ id, name, mimeType, size, createdTime, modifiedTime, description, owners }: DriveFile) => ({
  id,
  name,
  mimeType,
  ...(size !== undefined && { size }),
  ...(createdTime && { createdTime }),
  ...(modifiedTime && { modifiedTime }),
  ...(description && { description }),
  owners: owners.flatMap(({ emailAddress }) => emailAddress ?? []),
});

/** Downloads or exports one file. Emits nothing for unreadable types, and files deleted since they were listed. */
export async function* emitFile(drive: Drive, file: DriveFile, ctx: ConnectorContext): AsyncIterable<Message> {
  const form = toFileForm(file);
  if (!form) return;
  const common = { key: file.id, title: file.name || null, uri: file.webViewLink ?? null };
  try {
    checkSize(file.size, ctx);
    const savedFile = await saveBody(await drive.readContent(file.id, form.exportAs), form.filename, ctx);
    const updatedAt = file.modifiedTime ? new Date(file.modifiedTime) : undefined;
    yield { type: "record", ...common, updatedAt, data: toData(file), file: savedFile };
  } catch (error) {
    if (getErrorStatus(error) === 404) return;
    const problem = toFileProblem(error, ctx);
    if (!problem) throw error;
    yield { type: "failed", ...common, error: problem };
  }
}
