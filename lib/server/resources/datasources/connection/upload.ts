import { explainUnreadable } from "@/lib/utils/text/unreadable-file";
import type { TeamCallContext } from "../../../access/calls/implement";
import type { Fetched } from "../../../engine/knowledge/pipeline/work/documents";
import { hashFile } from "../../../platform/disk/hash-file";
import { invalidField } from "../../../platform/errors/errors";
import type { ReceivedUpload } from "../../../platform/http/body/receive-upload";
import { fileStore, newFileKey } from "../../../platform/storage/file-store";
import { removeFiles, removeFilesOnRollback } from "../../../platform/storage/remove-files";
import { type DocumentsForm, recordDocuments } from "../store/actions";

/** Stores the files. Of several with the same name the last one is used. */
async function storeFiles(upload: ReceivedUpload, stored: string[]): Promise<Fetched[]> {
  const files: Fetched[] = [];
  for (const { path, filename, size } of upload.files) {
    const contentHash = await hashFile(path, "base64url");
    const fileKey = newFileKey("documents");
    stored.push(fileKey);
    await fileStore().putFile(fileKey, path);
    files.push({ key: filename, title: filename, uri: null, fileKey, filename, contentHash, bytes: size });
  }
  return files;
}

/** Creates a datasource from files, or adds files to one; uploading an unchanged file has no effect. */
export async function addUpload(
  ctx: TeamCallContext<"uploadedDocuments">,
  form: DocumentsForm,
  upload: ReceivedUpload,
) {
  const { teamId, accountId } = ctx;
  if (upload.files.length === 0) throw invalidField("file", "Choose at least one file.");
  const problem = upload.files.map(({ filename }) => explainUnreadable(filename)).find(Boolean);
  if (problem) throw invalidField("file", problem);
  const stored: string[] = [];
  try {
    const found = await storeFiles(upload, stored);
    const { id, toolId, unused } = await ctx.write(async (tx, audit) => {
      const recorded = await recordDocuments(tx, ctx, form, found, accountId);
      audit.record("uploadedDocuments", recorded.id);
      return recorded;
    });
    await removeFiles(unused);
    return { _id: id, toolId, redirect: `/${teamId}/datasource/${id}` };
  } catch (error) {
    await removeFilesOnRollback(stored, error);
    throw error;
  }
}
