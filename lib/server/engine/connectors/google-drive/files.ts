import { googleReasons } from "../oauth/google-access";
import { checkSize, fileProblem, saveBody } from "../shared/download";
import { ConnectorError } from "../shared/errors";
import { tidyWords } from "../shared/failure";
import { readableName } from "../shared/readable";
import { refusalIn, statusIn, wordsIn } from "../shared/service-error";
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
export function formOf({ name, mimeType }: DriveFile): { filename: string; exportAs?: string } | undefined {
  const own = exports[mimeType];
  if (own) return { filename: `${name}${own.extension}`, exportAs: own.type };
  const filename = readableName(name, mimeType);
  return filename === undefined ? undefined : { filename };
}

/** Google's reasons for refusing a single file. */
const sentences: Record<string, string> = {
  exportSizeLimitExceeded: "Google exports no document of this size. Split it, or keep it as a file in the Drive.",
  cannotDownloadFile: "Its owner does not let viewers download this file.",
  cannotExportFile: "Its owner does not let viewers download this file.",
  cannotDownloadAbusiveFile: "Google takes this file for malware and does not give it out.",
  fileNotDownloadable: "Google has no content to give out for this file.",
  fileNotExportable: "Google has no content to give out for this file.",
};

function problemOf(error: unknown, ctx: ConnectorContext): ConnectorError | undefined {
  const refused = refusalIn(error);
  if (!refused) return fileProblem(error, ctx);
  const sentence = googleReasons(refused.body)
    .map((reason) => sentences[reason])
    .find(Boolean);
  if (!sentence) return undefined;
  return new ConnectorError("permission", `${sentence} (${tidyWords(wordsIn(refused.body))})`, { cause: error });
}

const dataOf = ({ id, name, mimeType, size, createdTime, modifiedTime, description, owners }: DriveFile) => ({
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
  const form = formOf(file);
  if (!form) return;
  const known = { key: file.id, title: file.name || null, uri: file.webViewLink ?? null };
  try {
    checkSize(file.size, ctx);
    const saved = await saveBody(await drive.content(file.id, form.exportAs), form.filename, ctx);
    const updatedAt = file.modifiedTime ? new Date(file.modifiedTime) : undefined;
    yield { type: "record", ...known, updatedAt, data: dataOf(file), file: saved };
  } catch (error) {
    if (statusIn(error) === 404) return;
    const problem = problemOf(error, ctx);
    if (!problem) throw error;
    yield { type: "failed", ...known, error: problem };
  }
}
