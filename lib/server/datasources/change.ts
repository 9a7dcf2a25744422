import { and, eq, inArray, sql } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/datasources";
import type { Chunking } from "@/lib/contract/datasources";
import { loadConnector } from "../connectors/registry";
import { mergeSettings } from "../connectors/settings";
import type { Tx } from "../db/client";
import { checkVersion, lockRow, nextVersion } from "../db/edit";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { addJob } from "../knowledge/pipeline/jobs";
import { sealDatasource } from "./config";
import { viewDatasource } from "./queries";
import { type DatasourceRow, datasourceOf, openDatasource, requireEmbeddingModel, requireVectorDb } from "./service";
import { datasources, documents, vectorsToRemove } from "./table";

interface Change {
  name?: string;
  description?: string;
  config?: Record<string, unknown>;
  chunking?: Chunking;
  embeddingModelId?: string;
  vectorDbId?: string | null;
  version?: number;
}

/** Changes a datasource. What changes how its documents are cut, embedded or kept has them go through that stage again. */
export async function changeDatasource(
  { db, teamId, accountId }: TeamCallContext,
  id: string,
  { version, config, vectorDbId, ...sent }: Change,
) {
  await db.transaction(async (tx) => {
    await lockRow(tx, datasources, teamId, id);
    const row = await datasourceOf(tx, teamId, id);
    if (version !== undefined && version !== row.version)
      checkVersion(row.version, version, "datasource", await viewDatasource(tx, teamId, id));
    if (sent.embeddingModelId) await requireEmbeddingModel(tx, teamId, sent.embeddingModelId);
    await requireVectorDb(tx, teamId, vectorDbId);
    const place = vectorDbId === undefined ? row.vectorDbId : vectorDbId === builtinVectorDb ? null : vectorDbId;
    const moved = place !== row.vectorDbId;
    const remade = sent.embeddingModelId !== undefined && sent.embeddingModelId !== row.embeddingModelId;
    await tx
      .update(datasources)
      .set({
        ...{ ...sent, vectorDbId: place, version: nextVersion, updatedBy: accountId, dateUpdated: new Date() },
        ...(config ? { config: await newConfig(row, config) } : {}),
        ...((moved || remade) && row.collection ? { collection: null } : {}),
      })
      .where(eq(datasources.id, id));
    if ((moved || remade) && row.collection)
      await tx
        .insert(vectorsToRemove)
        .values({ teamId, datasourceId: id, vectorDbId: row.vectorDbId, collection: row.collection });
    const cut = sent.chunking && JSON.stringify(sent.chunking) !== JSON.stringify(row.chunking);
    if (!cut && !remade && !moved) return;
    await again(tx, row, cut ? "fetched" : "chunked");
    await addJob(tx, { teamId, datasourceId: id }, "upload", accountId);
  });
  return {};
}

async function newConfig(row: DatasourceRow, sent: Record<string, unknown>): Promise<Record<string, unknown>> {
  if (row.sourceType === "file") throw new AppError("conflict", "A datasource of files has no settings of a source.");
  const connector = await loadConnector(row.sourceType);
  const merged = connector.parse(mergeSettings(connector, sent, await openDatasource(row)));
  return sealDatasource({ ...row, config: merged });
}

/** Documents are found as they were until they have gone through it. */
async function again(tx: Tx, { id }: DatasourceRow, stage: "fetched" | "chunked"): Promise<void> {
  await tx
    .update(documents)
    .set({
      ...{ stage, failedStage: null, error: null, attempt: 0, nextRetry: null, dateUpdated: new Date() },
      ...(stage === "fetched" ? { generation: sql`${documents.generation} + 1` } : {}),
    })
    .where(
      and(
        eq(documents.datasourceId, id),
        eq(documents.gone, false),
        inArray(documents.stage, stage === "fetched" ? ["chunked", "embedded", "stored"] : ["embedded", "stored"]),
      ),
    );
}
