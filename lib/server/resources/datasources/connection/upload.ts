import { and, eq, sql } from "drizzle-orm";
import { chunkOverlapDefault, chunkSizeDefault } from "@/lib/constants/datasources";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Chunking } from "@/lib/contract/datasources/settings";
import { explainUnreadable } from "@/lib/utils/text/unreadable-file";
import type { TeamCallContext } from "../../../access/calls/implement";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { hashFile } from "../../../engine/knowledge/hash-file";
import { type Fetched, writeFetched } from "../../../engine/knowledge/pipeline/work/documents";
import { addJob } from "../../../engine/knowledge/pipeline/work/jobs";
import type { Reader, Tx } from "../../../platform/db/client";
import { lockRow } from "../../../platform/db/query/edit";
import { datasourceJobs, datasources } from "../../../platform/db/tables/datasources";
import { teams } from "../../../platform/db/tables/teams";
import { tools } from "../../../platform/db/tables/tools";
import { invalidField } from "../../../platform/errors/errors";
import type { ReceivedUpload } from "../../../platform/http/body/receive-upload";
import { newId } from "../../../platform/ids/ids";
import { fileStore, newFileKey } from "../../../platform/storage/file-store";
import { removeFiles, removeFilesOnRollback } from "../../../platform/storage/remove-files";
import { findReferenceIssues, throwIssues } from "../../references/check";
import { createRagTool } from "../../tools/actions";
import { createDatasource } from "../store/actions";

export const chunkingDefault: Chunking = {
  strategy: "recursive",
  size: chunkSizeDefault,
  overlap: chunkOverlapDefault,
};

interface Form {
  name?: string;
  description?: string;
  embeddingModelId?: string;
  vectorDbId?: string | null;
  chunking?: Chunking;
  datasourceId?: string;
}

/** Stores the files. Of several with the same name the last one is used. */
async function storeFiles(upload: ReceivedUpload, stored: string[]): Promise<Fetched[]> {
  const files: Fetched[] = [];
  for (const { path, filename, size } of upload.files) {
    const contentHash = await hashFile(path);
    const fileKey = newFileKey("documents");
    stored.push(fileKey);
    await fileStore().putFile(fileKey, path);
    files.push({ key: filename, title: filename, uri: null, fileKey, filename, contentHash, bytes: size });
  }
  return files;
}

async function findDefaultEmbedding(tx: Tx, teamId: string): Promise<string | null> {
  const [team] = await tx.select({ defaults: teams.defaultModels }).from(teams).where(eq(teams.id, teamId));
  return team?.defaults.embedding ?? null;
}

/** Creates a datasource from files, or adds files to one; uploading an unchanged file has no effect. */
export async function addUpload(ctx: TeamCallContext<"uploadedDocuments">, form: Form, upload: ReceivedUpload) {
  const { teamId, accountId } = ctx;
  if (upload.files.length === 0) throw invalidField("file", "Choose at least one file.");
  const problem = upload.files.map(({ filename }) => explainUnreadable(filename)).find(Boolean);
  if (problem) throw invalidField("file", problem);
  const stored: string[] = [];
  try {
    const found = await storeFiles(upload, stored);
    const { unused, ...done } = await ctx.write(async (tx, audit) => {
      const id = form.datasourceId ?? newId("datasource");
      const toolId = form.datasourceId
        ? await lockDatasource(tx, teamId, id)
        : await createFileDatasource(tx, ctx, id, form, found);
      const jobId = await addJob(tx, { teamId, datasourceId: id }, "upload", accountId);
      const written = await writeFetched(tx, { teamId, datasourceId: id, stream: "", jobId }, found);
      await tx
        .update(datasourceJobs)
        .set({
          records: sql`${datasourceJobs.records} + ${found.length}`,
          added: sql`${datasourceJobs.added} + ${written.added}`,
          changed: sql`${datasourceJobs.changed} + ${written.changed}`,
          dateFetched: new Date(),
        })
        .where(eq(datasourceJobs.id, jobId));
      return { _id: audit.record("uploadedDocuments", id), toolId, unused: written.files };
    });
    await removeFiles(unused);
    return { ...done, redirect: `/${teamId}/datasource/${done._id}` };
  } catch (error) {
    await removeFilesOnRollback(stored, error);
    throw error;
  }
}

/** The datasource's search tool, created with it or later. */
async function findRagTool(db: Reader, teamId: string, datasourceId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: tools.id })
    .from(tools)
    .where(and(eq(tools.teamId, teamId), eq(tools.datasourceId, datasourceId)))
    .orderBy(tools.dateCreated)
    .limit(1);
  return row?.id ?? null;
}

async function lockDatasource(tx: Tx, teamId: string, id: string): Promise<string> {
  await lockRow(tx, datasources, teamId, id);
  const row = await getDatasource(tx, teamId, id);
  if (row.sourceType !== "file") throw invalidField("datasourceId", "Only a datasource of files takes uploads.");
  return (await findRagTool(tx, teamId, id)) ?? "";
}

async function createFileDatasource(
  tx: Tx,
  caller: TeamCallContext,
  id: string,
  { name, description = "", embeddingModelId, vectorDbId, chunking = chunkingDefault }: Form,
  [first]: Fetched[],
): Promise<string> {
  const { teamId, accountId } = caller;
  const modelId = embeddingModelId ?? (await findDefaultEmbedding(tx, teamId));
  if (!modelId) throw invalidField("embeddingModelId", "Choose an embedding model.");
  throwIssues(await findReferenceIssues(tx, caller, "datasource", { embeddingModelId: modelId, vectorDbId }));
  const title = name ?? (first?.title ?? "Files").replace(/\.[^.]{1,8}$/, "");
  await createDatasource(tx, {
    id,
    teamId,
    createdBy: accountId,
    name: title,
    description,
    sourceType: "file",
    status: "embedding",
    chunking,
    embeddingModelId: modelId,
    vectorDbId: vectorDbId === builtinVectorDb ? null : (vectorDbId ?? null),
  });
  return createRagTool(tx, { teamId, createdBy: accountId, name: title, description }, id);
}
