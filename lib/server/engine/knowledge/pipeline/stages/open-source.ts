import type { StreamConfig } from "@/lib/contract/datasources/schemas";
import { getPlan } from "../../../../access/plans/plan";
import type { Db } from "../../../../platform/db/client";
import { makeTemporaryFolder } from "../../../../platform/disk/work-folder";
import { log } from "../../../../platform/log/log";
import { loadEngine } from "../../../connectors/engine";
import { connectorContext } from "../../../connectors/shared/context";
import { ConnectorError } from "../../../connectors/shared/errors";
import type { Connector, ConnectorContext, StreamChoice } from "../../../connectors/shared/types";
import { SharedTroubleError, waitFor } from "../../retry";
import { keepSettings, openDatasource } from "../../source-settings";
import type { DatasourceRow, Work } from "../work/work";

/** A datasource's source with decrypted credentials. */
export interface OpenSource {
  connector: Connector;
  config: Record<string, unknown>;
  ctx: ConnectorContext;
}

/** A selected stream in the connectors' terms. */
export const choiceOf = ({ name, mode, primaryKeys, fields, cursorField }: StreamConfig): StreamChoice => ({
  name,
  mode,
  primaryKeys,
  ...(fields.length > 0 ? { fields } : {}),
  ...(cursorField ? { cursorField } : {}),
});

export const choicesOf = ({ streamConfig }: Pick<DatasourceRow, "streamConfig">): StreamChoice[] =>
  streamConfig.map(choiceOf);

/** Runs work with a connector context, and deletes its temporary folder afterwards. */
export async function inContext<T>(
  db: Pick<Db, "select">,
  { teamId: owner, orgId }: { teamId: string; orgId: string },
  signal: AbortSignal,
  use: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const { path: tmpFolder, remove } = await makeTemporaryFolder("source-");
  try {
    const { maxFileBytes } = (await getPlan(db, orgId)).limits;
    return await use(connectorContext({ signal, owner, log: log(), tmpFolder, maxFileBytes }));
  } finally {
    await remove();
  }
}

/** Opens a datasource's source with its stored settings. Settings that the source replaces are stored. */
export async function openSource(db: Db, row: DatasourceRow, ctx: ConnectorContext): Promise<OpenSource> {
  const config = openDatasource(row);
  const keep = async (changes: Record<string, unknown>) => {
    Object.assign(config, changes);
    await keepSettings(db, row, changes);
  };
  const connector = await (await loadEngine(row.engine)).connector(row.sourceType, row.id, ctx);
  return { connector, config, ctx: { ...ctx, keep } };
}

/** Runs work with a job's source. Its errors concern all documents. */
export async function withSource(
  { db, datasource, orgId, job, signal }: Work,
  use: (source: OpenSource) => Promise<void>,
): Promise<void> {
  try {
    await inContext(db, { teamId: datasource.teamId, orgId }, signal, async (ctx) =>
      use(await openSource(db, datasource, ctx)),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ConnectorError)) throw error;
    const wait = error.retryable ? waitFor(job.attempt, error.retryAfterMs) : null;
    throw new SharedTroubleError(error.message, wait, error);
  }
}
