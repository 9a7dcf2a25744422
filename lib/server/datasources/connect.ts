import { eq } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Chunking, DiscoveredStream, Schedule, StreamConfig } from "@/lib/contract/datasources";
import { requireDataConnection } from "../billing/limits";
import { mergeSettings } from "../connectors/settings";
import { openDatabase } from "../db/client";
import { lockRow, nextVersion } from "../db/edit";
import { newId } from "../db/ids";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { addJob } from "../knowledge/pipeline/jobs";
import { makeRagTool } from "../tools/service";
import { engineOf, withConnectors } from "./engines";
import { openGrant } from "./grants";
import { scheduleOf } from "./schedule";
import {
  type DatasourceRow,
  datasourceOf,
  keepSettings,
  openDatasource,
  requireEmbeddingModel,
  requireVectorDb,
  sealDatasource,
} from "./service";
import { datasources } from "./table";
import { chunkingDefault } from "./upload";

interface Test {
  connectorId: string;
  name: string;
  description: string;
  config: Record<string, unknown>;
  datasourceId?: string;
}

function requireDraft({ status }: DatasourceRow): void {
  if (status !== "draft")
    throw new AppError("conflict", "This datasource was added already. Change its settings instead.");
}

/** Checks a connection and keeps it as a draft with the streams that were found. A draft may be tried again. */
export async function testConnection({ db, teamId, team, accountId, signal }: TeamCallContext, body: Test) {
  const { connectorId: sourceType, name, description } = body;
  await db.transaction((tx) => requireDataConnection(tx, team.orgId, sourceType));
  const old = body.datasourceId ? await datasourceOf(db, teamId, body.datasourceId) : undefined;
  if (old) requireDraft(old);
  if (old && old.sourceType !== sourceType) throw new AppError("conflict", "This datasource has another source.");
  const engine = await engineOf(sourceType);
  const id = old?.id ?? newId("datasource");
  const found = await withConnectors(db, { teamId, team }, signal, async (ctx) => {
    const connector = await engine.connector(sourceType, id, ctx);
    const { specification } = connector;
    const { config: sent, grant } = await openGrant(db, { teamId, accountId }, specification, body.config, id);
    const config = connector.parse(mergeSettings(connector, sent, old ? openDatasource(old) : {}));
    // Where the test fails after all, the next one needs what the source has replaced.
    const keep = async (changes: Record<string, unknown>) => {
      Object.assign(config, changes);
      if (grant) await grant.replace(db, changes);
      else if (old) await keepSettings((await openDatabase()).db, old, changes);
    };
    await connector.check(config, { ...ctx, keep });
    const discoveredSchema = await connector.discover(config, { ...ctx, keep });
    return { config, specification, grant, discoveredSchema };
  });
  const { specification, discoveredSchema } = found;
  const sealed = sealDatasource({ id, teamId, specification, config: found.config });
  const kept = { name, description, config: sealed, specification, discoveredSchema };
  await db.transaction(async (tx) => {
    await requireDataConnection(tx, team.orgId, sourceType);
    await found.grant?.use(tx, id);
    if (!old) {
      const draft = { ...kept, id, teamId, sourceType, engine: engine.id, createdBy: accountId };
      await tx.insert(datasources).values({ ...draft, status: "draft", chunking: chunkingDefault });
    } else {
      await lockRow(tx, datasources, teamId, id);
      // Somebody may have added it while it was tested.
      requireDraft(await datasourceOf(tx, teamId, id));
      await tx
        .update(datasources)
        .set({ ...kept, version: nextVersion, updatedBy: accountId, dateUpdated: new Date() })
        .where(eq(datasources.id, id));
    }
    return id;
  });
  return { datasourceId: id, discoveredSchema };
}

interface Add {
  datasourceId: string;
  streamConfig: StreamConfig[];
  schedule: Schedule;
  chunking?: Chunking;
  embeddingModelId: string;
  vectorDbId?: string | null;
}

/** Makes a datasource of a draft: its streams are chosen, and the first sync begins. */
export async function addConnection({ db, teamId, team, accountId }: TeamCallContext, body: Add) {
  const { datasourceId: id, streamConfig, schedule, chunking = chunkingDefault, embeddingModelId, vectorDbId } = body;
  return db.transaction(async (tx) => {
    await lockRow(tx, datasources, teamId, id);
    const row = await datasourceOf(tx, teamId, id);
    await requireEmbeddingModel(tx, teamId, embeddingModelId);
    await requireVectorDb(tx, teamId, vectorDbId);
    if (row.status !== "draft") throw new AppError("conflict", "This datasource was added already.");
    await requireDataConnection(tx, team.orgId, row.sourceType);
    checkStreams(row.discoveredSchema, streamConfig);
    await tx
      .update(datasources)
      .set({
        ...{ streamConfig, chunking, embeddingModelId, status: "syncing", version: nextVersion },
        ...{ vectorDbId: vectorDbId === builtinVectorDb ? null : (vectorDbId ?? null), dateUpdated: new Date() },
        ...(await scheduleOf(tx, team.orgId, schedule)),
      })
      .where(eq(datasources.id, id));
    const { name, description } = row;
    const toolId = await makeRagTool(tx, { teamId, createdBy: accountId, name, description }, id);
    await addJob(tx, { teamId, datasourceId: id }, "sync", accountId);
    return { _id: id, toolId, redirect: `/${teamId}/datasource/${id}` };
  });
}

/** Refuses streams and fields that the source does not have. */
export function checkStreams(found: DiscoveredStream[] | null, chosen: StreamConfig[]): void {
  // What tells of changes need not be a field: PostgreSQL's xmin is none.
  const known = new Map(
    (found ?? []).map(({ name, fields, cursorFields }) => [
      name,
      { fields: new Set(fields.map((field) => field.name)), cursors: new Set(cursorFields) },
    ]),
  );
  const issues = chosen.flatMap(({ name, fields, primaryKeys, cursorField }, i) => {
    const has = known.get(name);
    if (!has) return [{ path: `streamConfig.${i}.name`, message: `The source has no stream "${name}".` }];
    const missing =
      [...fields, ...primaryKeys].find((field) => !has.fields.has(field)) ??
      (cursorField && !has.fields.has(cursorField) && !has.cursors.has(cursorField) ? cursorField : undefined);
    return missing ? [{ path: `streamConfig.${i}.fields`, message: `"${name}" has no field "${missing}".` }] : [];
  });
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}
