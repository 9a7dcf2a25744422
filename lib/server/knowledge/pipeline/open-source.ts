import type { StreamConfig } from "@/lib/contract/datasources";
import { planOf } from "../../billing/plan";
import { connectorContext } from "../../connectors/context";
import { loadEngine } from "../../connectors/engine";
import { ConnectorError } from "../../connectors/errors";
import type { Connector, ConnectorContext, StreamChoice } from "../../connectors/types";
import { keepSettings, openDatasource } from "../../datasources/service";
import type { Db } from "../../db/client";
import { log } from "../../log";
import { makeTemporaryFolder } from "../../storage/work-folder";
import { SharedTroubleError, waitFor } from "../retry";
import type { DatasourceRow, Work } from "./work";

/** A datasource's source with its credentials in clear, while something is done with it. */
export interface OpenSource {
  connector: Connector;
  config: Record<string, unknown>;
  ctx: ConnectorContext;
}

/** A chosen stream as connectors know it. */
export const choiceOf = ({ name, mode, primaryKeys, fields, cursorField }: StreamConfig): StreamChoice => ({
  ...{ name, mode, primaryKeys },
  ...(fields.length > 0 ? { fields } : {}),
  ...(cursorField ? { cursorField } : {}),
});

export const choicesOf = ({ streamConfig }: Pick<DatasourceRow, "streamConfig">): StreamChoice[] =>
  streamConfig.map(choiceOf);

/** Gives connectors a folder of their own, and takes away what they have written there. */
export async function inContext<T>(
  db: Pick<Db, "select">,
  { teamId: owner, orgId }: { teamId: string; orgId: string },
  signal: AbortSignal,
  use: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const { path: tmpFolder, remove } = await makeTemporaryFolder("source-");
  try {
    const { maxFileBytes } = (await planOf(db, orgId)).limits;
    return await use(connectorContext({ signal, owner, log: log(), tmpFolder, maxFileBytes }));
  } finally {
    await remove();
  }
}

/** Opens a datasource's source with its stored settings. What the source replaces of them is kept. */
export async function openSource(db: Db, row: DatasourceRow, ctx: ConnectorContext): Promise<OpenSource> {
  const config = openDatasource(row);
  const keep = async (changes: Record<string, unknown>) => {
    Object.assign(config, changes);
    await keepSettings(db, row, changes);
  };
  const connector = await (await loadEngine(row.engine)).connector(row.sourceType, row.id, ctx);
  return { connector, config, ctx: { ...ctx, keep } };
}

/** Does something with a job's source. Its trouble is all documents'. */
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
