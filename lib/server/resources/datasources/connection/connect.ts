import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Chunking, DiscoveredStream, Schedule, StreamConfig } from "@/lib/contract/datasources/settings";
import type { TeamCallContext } from "../../../access/calls/implement";
import { requireDataConnection } from "../../../access/plans/limits";
import { mergeSettings } from "../../../engine/connectors/shared/settings";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { addJob } from "../../../engine/knowledge/pipeline/work/jobs";
import {
  type DatasourceRow,
  decryptSettings,
  encryptSettings,
  storeReplacedSettings,
} from "../../../engine/knowledge/source-settings";
import { openDatabase } from "../../../platform/db/client";
import { editedBy, lockRow, nextVersion } from "../../../platform/db/query/edit";
import { datasources } from "../../../platform/db/tables/datasources";
import { AppError } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { findReferenceIssues, throwIssues } from "../../references/check";
import { createRagTool } from "../../tools/actions";
import { chunkingDefault, createDatasource, updateDatasource } from "../store/actions";
import { toScheduleColumns } from "../store/schedule";
import { findEngine, withConnectors } from "./engines";
import { readGrant } from "./grants";

interface TestForm {
  connectorId: string;
  name: string;
  description: string;
  config: Record<string, unknown>;
  datasourceId?: string;
}

function requireDraft({ status }: DatasourceRow): void {
  if (status !== "draft")
    throw new AppError("conflict", "This data source was already created. Change its settings instead.");
}

/** Tests a connection and stores it as a draft with its streams. A draft can be tested again. */
export async function testConnection(call: TeamCallContext, body: TestForm) {
  const { db, write, teamId, team, accountId, signal } = call;
  const { connectorId: sourceType, name, description } = body;
  await write((tx) => requireDataConnection(tx, team.orgId, sourceType));
  const old = body.datasourceId ? await getDatasource(db, teamId, body.datasourceId) : undefined;
  if (old) requireDraft(old);
  if (old && old.sourceType !== sourceType)
    throw new AppError("conflict", "This data source uses a different connector.");
  const engine = await findEngine(sourceType);
  const id = old?.id ?? newId("datasource");
  const found = await withConnectors(db, { teamId, team }, signal, async (ctx) => {
    const connector = await engine.connector(sourceType, id, ctx);
    const { specification } = connector;
    const { config: sent, grant } = await readGrant(db, { teamId, accountId }, specification, body.config, id);
    const config = connector.parse(mergeSettings(connector, sent, old ? decryptSettings(old) : {}));
    // Settings that the source has replaced are needed by the next test, even if this one fails.
    const keep = async (changes: Record<string, unknown>) => {
      Object.assign(config, changes);
      const { db: plain } = await openDatabase();
      if (grant) await grant.replace(plain, changes);
      else if (old) await storeReplacedSettings(plain, old, changes);
    };
    await connector.check(config, { ...ctx, keep });
    const discoveredSchema = await connector.discover(config, { ...ctx, keep });
    return { config, specification, grant, discoveredSchema };
  });
  const { specification, discoveredSchema } = found;
  const sealed = encryptSettings({ id, teamId, specification, config: found.config });
  const kept = { name, description, config: sealed, specification, discoveredSchema };
  await write(async (tx) => {
    await requireDataConnection(tx, team.orgId, sourceType);
    await found.grant?.use(tx, id);
    if (!old) {
      const draft = { ...kept, id, teamId, sourceType, engine: engine.id, createdBy: accountId };
      await createDatasource(tx, { ...draft, status: "draft", chunking: chunkingDefault });
    } else {
      await lockRow(tx, datasources, teamId, id);
      // Someone may have added it during the test.
      requireDraft(await getDatasource(tx, teamId, id));
      await updateDatasource(tx, teamId, id, { ...kept, ...editedBy(accountId) });
    }
    return id;
  });
  return { datasourceId: id, discoveredSchema };
}

interface AddForm {
  datasourceId: string;
  streamConfig: StreamConfig[];
  schedule: Schedule;
  chunking?: Chunking;
  embeddingModelId: string;
  vectorDbId?: string | null;
}

/** Turns a draft into a datasource: stores the selected streams and starts the first sync. */
export async function addConnection(ctx: TeamCallContext, body: AddForm) {
  const { teamId, team, accountId } = ctx;
  const { datasourceId: id, streamConfig, schedule, chunking = chunkingDefault, embeddingModelId, vectorDbId } = body;
  return ctx.write(async (tx) => {
    await lockRow(tx, datasources, teamId, id);
    const row = await getDatasource(tx, teamId, id);
    throwIssues(await findReferenceIssues(tx, ctx, "datasource", { embeddingModelId, vectorDbId }));
    if (row.status !== "draft") throw new AppError("conflict", "This data source was already created.");
    await requireDataConnection(tx, team.orgId, row.sourceType);
    checkStreams(row.discoveredSchema, streamConfig);
    await updateDatasource(tx, teamId, id, {
      streamConfig,
      chunking,
      embeddingModelId,
      status: "syncing",
      version: nextVersion,
      vectorDbId: vectorDbId === builtinVectorDb ? null : (vectorDbId ?? null),
      dateUpdated: new Date(),
      ...(await toScheduleColumns(tx, team.orgId, schedule, row)),
    });
    const { name, description } = row;
    const toolId = await createRagTool(tx, { teamId, createdBy: accountId, name, description }, id);
    await addJob(tx, { teamId, datasourceId: id }, "sync", accountId);
    return { _id: id, toolId, redirect: `/${teamId}/datasource/${id}` };
  });
}

/** Rejects streams and fields that the source does not have. */
export function checkStreams(found: DiscoveredStream[] | null, chosen: StreamConfig[]): void {
  // A cursor is not always a field, such as PostgreSQL's xmin.
  const known = new Map(
    (found ?? []).map(({ name, fields, cursorFields }) => [
      name,
      { fields: new Set(fields.map((field) => field.name)), cursors: new Set(cursorFields) },
    ]),
  );
  const issues = chosen.flatMap(({ name, fields, primaryKeys, cursorField }, i) => {
    const has = known.get(name);
    if (!has) return [{ path: `streamConfig.${i}.name`, message: `The source has no stream “${name}”.` }];
    const missing =
      [...fields, ...primaryKeys].find((field) => !has.fields.has(field)) ??
      (cursorField && !has.fields.has(cursorField) && !has.cursors.has(cursorField) ? cursorField : undefined);
    return missing ? [{ path: `streamConfig.${i}.fields`, message: `“${name}” has no field “${missing}”.` }] : [];
  });
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}
