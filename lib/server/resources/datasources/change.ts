import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Chunking } from "@/lib/contract/datasources/settings";
import { isSameChunking } from "@/lib/utils/same-chunking";
import type { TeamCallContext } from "../../access/calls/implement";
import { loadEngine } from "../../engine/connectors/engine";
import { mergeSettings } from "../../engine/connectors/shared/settings";
import type { Connector } from "../../engine/connectors/shared/types";
import { getDatasource } from "../../engine/knowledge/find-datasource";
import { recordVectorRemoval } from "../../engine/knowledge/pipeline/removal/remove-vectors";
import { reprocess } from "../../engine/knowledge/pipeline/removal/reprocess";
import { addJob } from "../../engine/knowledge/pipeline/work/jobs";
import { type DatasourceRow, decryptSettings, encryptSettings } from "../../engine/knowledge/source-settings";
import type { Tx } from "../../platform/db/client";
import { checkVersion, editedBy, lockRow } from "../../platform/db/query/edit";
import { datasources } from "../../platform/db/tables/datasources";
import { AppError } from "../../platform/errors/errors";
import { findReferenceIssues, throwIssues } from "../references/check";
import { withConnectors } from "./connection/engines";
import { readGrant } from "./connection/grants";
import { updateDatasource } from "./store/actions";
import { viewDatasource } from "./store/queries";
import { removeTrial } from "./trials/trials";

interface Change {
  name?: string;
  description?: string;
  config?: Record<string, unknown>;
  chunking?: Chunking;
  embeddingModelId?: string;
  vectorDbId?: string | null;
  version?: number;
}

/** Updates a datasource. Changes to chunking, embedding or storage reprocess its documents. */
export async function changeDatasource(
  ctx: TeamCallContext,
  id: string,
  { version, config, vectorDbId, ...sent }: Change,
) {
  const { db, teamId, accountId } = ctx;
  // Without a lock, because an external engine is called over the network.
  const connector = config && (await openConnector(ctx, await getDatasource(db, teamId, id)));
  await ctx.write(async (tx) => {
    await lockRow(tx, datasources, teamId, id);
    const row = await getDatasource(tx, teamId, id);
    if (version !== undefined && version !== row.version)
      checkVersion(row.version, version, "datasource", await viewDatasource(tx, teamId, id));
    throwIssues(await findReferenceIssues(tx, ctx, "datasource", { ...sent, vectorDbId }));
    const place = vectorDbId === undefined ? row.vectorDbId : vectorDbId === builtinVectorDb ? null : vectorDbId;
    const moved = place !== row.vectorDbId;
    const remade = sent.embeddingModelId !== undefined && sent.embeddingModelId !== row.embeddingModelId;
    await updateDatasource(tx, teamId, id, {
      ...sent,
      vectorDbId: place,
      ...editedBy(accountId),
      ...(connector ? { config: await buildConfig(tx, ctx, row, connector, config ?? {}) } : {}),
      ...((moved || remade) && row.collection ? { collection: null } : {}),
    });
    if (moved || remade) {
      await recordVectorRemoval(tx, row);
      // The trial would be compared with another model or store.
      await removeTrial(tx, row);
    }
    const cut = sent.chunking && !isSameChunking(sent.chunking, row.chunking);
    if (!cut && !remade && !moved) return;
    await reprocess(tx, id, cut ? "fetched" : "chunked");
    await addJob(tx, { teamId, datasourceId: id }, "upload", accountId);
  });
  return {};
}

async function openConnector({ db, team, teamId, signal }: TeamCallContext, row: DatasourceRow): Promise<Connector> {
  if (row.sourceType === "file") throw new AppError("conflict", "A file data source has no source settings.");
  return withConnectors(db, { teamId, team }, signal, async (ctx) =>
    (await loadEngine(row.engine)).connector(row.sourceType, row.id, ctx),
  );
}

async function buildConfig(
  tx: Tx,
  { teamId, accountId }: TeamCallContext,
  row: DatasourceRow,
  connector: Connector,
  sent: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { config, grant } = await readGrant(tx, { teamId, accountId }, connector.specification, sent, row.id);
  await grant?.use(tx, row.id);
  return encryptSettings({ ...row, config: connector.parse(mergeSettings(connector, config, decryptSettings(row))) });
}
