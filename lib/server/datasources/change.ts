import { eq } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Chunking } from "@/lib/contract/datasources";
import { isSameChunking } from "@/lib/utils/same-chunking";
import { loadEngine } from "../connectors/engine";
import { mergeSettings } from "../connectors/settings";
import type { Connector } from "../connectors/types";
import type { Tx } from "../db/client";
import { checkVersion, lockRow, nextVersion } from "../db/edit";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { addJob } from "../knowledge/pipeline/jobs";
import { noteVectors } from "../knowledge/pipeline/remove-vectors";
import { goThroughAgain } from "./again";
import { withConnectors } from "./engines";
import { openGrant } from "./grants";
import { viewDatasource } from "./queries";
import {
  type DatasourceRow,
  datasourceOf,
  openDatasource,
  requireEmbeddingModel,
  requireVectorDb,
  sealDatasource,
} from "./service";
import { datasources } from "./table";
import { removeTrial } from "./trials";

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
  ctx: TeamCallContext,
  id: string,
  { version, config, vectorDbId, ...sent }: Change,
) {
  const { db, teamId, accountId } = ctx;
  // An external engine is asked for it over the network, so no lock is held for it.
  const connector = config && (await connectorOf(ctx, await datasourceOf(db, teamId, id)));
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
        ...(connector ? { config: await newConfig(tx, ctx, row, connector, config ?? {}) } : {}),
        ...((moved || remade) && row.collection ? { collection: null } : {}),
      })
      .where(eq(datasources.id, id));
    if (moved || remade) {
      await noteVectors(tx, row);
      // It would be compared with what another model or store finds.
      await removeTrial(tx, row);
    }
    const cut = sent.chunking && !isSameChunking(sent.chunking, row.chunking);
    if (!cut && !remade && !moved) return;
    await goThroughAgain(tx, id, cut ? "fetched" : "chunked");
    await addJob(tx, { teamId, datasourceId: id }, "upload", accountId);
  });
  return {};
}

async function connectorOf({ db, team, teamId, signal }: TeamCallContext, row: DatasourceRow): Promise<Connector> {
  if (row.sourceType === "file") throw new AppError("conflict", "A datasource of files has no settings of a source.");
  return withConnectors(db, { teamId, team }, signal, async (ctx) =>
    (await loadEngine(row.engine)).connector(row.sourceType, row.id, ctx),
  );
}

async function newConfig(
  tx: Tx,
  { teamId, accountId }: TeamCallContext,
  row: DatasourceRow,
  connector: Connector,
  sent: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { config, grant } = await openGrant(tx, { teamId, accountId }, connector.specification, sent, row.id);
  await grant?.use(tx, row.id);
  return sealDatasource({ ...row, config: connector.parse(mergeSettings(connector, config, openDatasource(row))) });
}
