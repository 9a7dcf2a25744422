import { eq, sql } from "drizzle-orm";
import { chunkOverlapDefault, chunkSizeDefault } from "@/lib/constants/datasources";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Chunking } from "@/lib/contract/datasources";
import type { Tx } from "../db/client";
import { lockRow } from "../db/edit";
import { newId } from "../db/ids";
import { invalidField } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import type { Upload } from "../http/upload";
import { hashFile } from "../knowledge/hash-file";
import { type Fetched, writeFetched } from "../knowledge/pipeline/documents";
import { addJob } from "../knowledge/pipeline/jobs";
import { fileStore, newFileKey } from "../storage/file-store";
import { removeFiles, removeUncommitted } from "../storage/remove-files";
import { teams } from "../teams/table";
import { makeRagTool, ragToolOf } from "../tools/service";
import { datasourceOf, requireEmbeddingModel, requireVectorDb } from "./service";
import { datasourceJobs, datasources } from "./table";

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

/** Two files of one name become one document: the last one counts. */
async function takeFiles(upload: Upload, stored: string[]): Promise<Fetched[]> {
  const taken: Fetched[] = [];
  for (const { path, filename, size } of upload.files) {
    const contentHash = await hashFile(path);
    const fileKey = newFileKey("documents");
    stored.push(fileKey);
    await fileStore().putFile(fileKey, path);
    taken.push({ key: filename, title: filename, uri: null, fileKey, filename, contentHash, bytes: size });
  }
  return taken;
}

async function defaultEmbedding(tx: Tx, teamId: string): Promise<string | null> {
  const [team] = await tx.select({ defaults: teams.defaultModels }).from(teams).where(eq(teams.id, teamId));
  return team?.defaults.embedding ?? null;
}

/** A new datasource of files, or more files for one; the same file again changes nothing. */
export async function takeUpload({ db, teamId, accountId }: TeamCallContext, form: Form, upload: Upload) {
  if (upload.files.length === 0) throw invalidField("file", "Choose at least one file.");
  const stored: string[] = [];
  try {
    const found = await takeFiles(upload, stored);
    const { unused, ...done } = await db.transaction(async (tx) => {
      const id = form.datasourceId ?? newId("datasource");
      const toolId = form.datasourceId
        ? await openOne(tx, teamId, id)
        : await makeOne(tx, { teamId, accountId, id }, form, found);
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
      return { _id: id, toolId, unused: written.files };
    });
    await removeFiles(unused);
    return { ...done, redirect: `/${teamId}/datasource/${done._id}` };
  } catch (error) {
    await removeUncommitted(stored, error);
    throw error;
  }
}

async function openOne(tx: Tx, teamId: string, id: string): Promise<string> {
  await lockRow(tx, datasources, teamId, id);
  const row = await datasourceOf(tx, teamId, id);
  if (row.sourceType !== "file") throw invalidField("datasourceId", "Only a datasource of files takes uploads.");
  return (await ragToolOf(tx, teamId, id)) ?? "";
}

async function makeOne(
  tx: Tx,
  { teamId, accountId, id }: { teamId: string; accountId: string; id: string },
  { name, description = "", embeddingModelId, vectorDbId, chunking = chunkingDefault }: Form,
  [first]: Fetched[],
): Promise<string> {
  const modelId = embeddingModelId ?? (await defaultEmbedding(tx, teamId));
  if (!modelId) throw invalidField("embeddingModelId", "Choose an embedding model.");
  await requireEmbeddingModel(tx, teamId, modelId);
  await requireVectorDb(tx, teamId, vectorDbId);
  const title = name ?? (first?.title ?? "Files").replace(/\.[^.]{1,8}$/, "");
  await tx.insert(datasources).values({
    ...{
      id,
      teamId,
      createdBy: accountId,
      name: title,
      description,
      sourceType: "file",
      status: "embedding",
      chunking,
    },
    ...{ embeddingModelId: modelId, vectorDbId: vectorDbId === builtinVectorDb ? null : (vectorDbId ?? null) },
  });
  return makeRagTool(tx, { teamId, createdBy: accountId, name: title, description }, id);
}
