import { and, eq, sql } from "drizzle-orm";
import { chunkOverlapDefault, chunkSizeDefault } from "@/lib/constants/datasources";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Chunking } from "@/lib/contract/datasources/settings";
import type { Viewer } from "../../../access/visibility/visible";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { recordSourceRemoval } from "../../../engine/knowledge/pipeline/removal/remove-sources";
import { recordVectorRemoval } from "../../../engine/knowledge/pipeline/removal/remove-vectors";
import { reprocess } from "../../../engine/knowledge/pipeline/removal/reprocess";
import { type Fetched, writeFetched } from "../../../engine/knowledge/pipeline/work/documents";
import { addJob } from "../../../engine/knowledge/pipeline/work/jobs";
import { wakeIngest } from "../../../engine/knowledge/pipeline/work/wake";
import type { DatasourceRow } from "../../../engine/knowledge/source-settings";
import { afterCommit } from "../../../platform/db/after-commit";
import type { Db, Reader, Tx } from "../../../platform/db/client";
import { lockRow } from "../../../platform/db/query/edit";
import { datasourceJobs, datasources } from "../../../platform/db/tables/datasources";
import { documents } from "../../../platform/db/tables/documents";
import { teams } from "../../../platform/db/tables/teams";
import { tools } from "../../../platform/db/tables/tools";
import { invalidField } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { findReferenceIssues, throwIssues } from "../../references/check";
import { createRagTool } from "../../tools/actions";

export const chunkingDefault: Chunking = {
  strategy: "recursive",
  size: chunkSizeDefault,
  overlap: chunkOverlapDefault,
};

/** Documents for the datasource `datasourceId`, or for a new one. */
export interface DocumentsForm {
  name?: string;
  description?: string;
  embeddingModelId?: string;
  vectorDbId?: string | null;
  chunking?: Chunking;
  datasourceId?: string;
}

type Change = Parameters<ReturnType<Db["update"]>["set"]>[0];

export const createDatasource = (tx: Tx, row: typeof datasources.$inferInsert) => tx.insert(datasources).values(row);

export const updateDatasource = (tx: Tx, teamId: string, id: string, change: Change) =>
  tx
    .update(datasources)
    .set(change)
    .where(and(eq(datasources.teamId, teamId), eq(datasources.id, id)));

/** Makes a datasource visible again that was in the trash, with changed columns, and has its jobs continued. */
export async function showDatasource(tx: Tx, teamId: string, id: string, changed: Change): Promise<void> {
  await updateDatasource(tx, teamId, id, { ...changed, dateTrashed: null });
  afterCommit(tx, wakeIngest);
}

/** Deletes a datasource or trial. Its external data is not removed. */
export const deleteDatasource = (tx: Tx, { teamId, id }: Pick<DatasourceRow, "teamId" | "id">) =>
  tx.delete(datasources).where(and(eq(datasources.teamId, teamId), eq(datasources.id, id)));

/** Moves the datasources of a deleted vector database to the built-in one, and has their vectors recomputed. */
export async function moveToBuiltin(tx: Tx, teamId: string, vectorDbId: string): Promise<void> {
  const moved = await tx
    .update(datasources)
    .set({ vectorDbId: null, collection: null })
    .where(and(eq(datasources.teamId, teamId), eq(datasources.vectorDbId, vectorDbId)))
    .returning({ id: datasources.id });
  for (const { id } of moved) {
    await reprocess(tx, id, "chunked");
    await addJob(tx, { teamId, datasourceId: id }, "upload", null);
  }
}

/** Before a team's datasources are deleted: records their vectors for removal. Returns the keys of their files. */
export async function releaseTeamDatasources(tx: Tx, teamId: string): Promise<string[]> {
  const rows = await tx.select().from(datasources).where(eq(datasources.teamId, teamId)).for("update");
  for (const row of rows) {
    // The team's own vector databases are deleted with the team, including the keys to remove vectors there.
    if (row.vectorDbId === null) await recordVectorRemoval(tx, row);
    await recordSourceRemoval(tx, row);
  }
  const files = await tx.selectDistinct({ key: documents.fileKey }).from(documents).where(eq(documents.teamId, teamId));
  return files.flatMap(({ key }) => key ?? []);
}

async function findDefaultEmbedding(tx: Tx, teamId: string): Promise<string | null> {
  const [team] = await tx.select({ defaults: teams.defaultModels }).from(teams).where(eq(teams.id, teamId));
  return team?.defaults.embedding ?? null;
}

/** Adds documents to a datasource, which is created unless the form names one, and has them processed. */
export async function recordDocuments(
  tx: Tx,
  caller: Viewer,
  form: DocumentsForm,
  found: Fetched[],
  startedBy: string | null,
): Promise<{ id: string; toolId: string; unused: string[] }> {
  const { teamId } = caller;
  const id = form.datasourceId ?? newId("datasource");
  const toolId = form.datasourceId
    ? await lockDatasource(tx, teamId, id)
    : await createFileDatasource(tx, caller, id, form, found);
  const jobId = await addJob(tx, { teamId, datasourceId: id }, "upload", startedBy);
  const { added, changed, files } = await writeFetched(tx, { teamId, datasourceId: id, stream: "", jobId }, found);
  await tx
    .update(datasourceJobs)
    .set({
      records: sql`${datasourceJobs.records} + ${found.length}`,
      added: sql`${datasourceJobs.added} + ${added}`,
      changed: sql`${datasourceJobs.changed} + ${changed}`,
      dateFetched: new Date(),
    })
    .where(eq(datasourceJobs.id, jobId));
  return { id, toolId, unused: files };
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
  if (row.sourceType !== "file")
    throw invalidField("datasourceId", "Files can only be uploaded to a file data source.");
  return (await findRagTool(tx, teamId, id)) ?? "";
}

async function createFileDatasource(
  tx: Tx,
  caller: Viewer,
  id: string,
  { name, description = "", embeddingModelId, vectorDbId, chunking = chunkingDefault }: DocumentsForm,
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
