import type { StreamConfig } from "@/lib/contract/datasources/settings";
import { getPlan } from "../../../../access/plans/plan";
import type { Db, Reader } from "../../../../platform/db/client";
import { makeTemporaryFolder } from "../../../../platform/disk/work-folder";
import { log } from "../../../../platform/log/log";
import { loadEngine } from "../../../connectors/engine";
import { createConnectorContext } from "../../../connectors/shared/context";
import { ConnectorError } from "../../../connectors/shared/errors";
import type { Connector, ConnectorContext, StreamChoice } from "../../../connectors/shared/types";
import { computeBackoff, SharedError } from "../../retry";
import { decryptSettings, storeReplacedSettings } from "../../source-settings";
import type { DatasourceRow, Work } from "../work/work";

/** A datasource's source with decrypted credentials. */
export interface OpenSource {
  connector: Connector;
  config: Record<string, unknown>;
  ctx: ConnectorContext;
}

/** A selected stream in the connectors' terms. */
export const toStreamChoice = ({ name, mode, primaryKeys, fields, cursorField }: StreamConfig): StreamChoice => ({
  name,
  mode,
  primaryKeys,
  ...(fields.length > 0 ? { fields } : {}),
  ...(cursorField ? { cursorField } : {}),
});

export const toStreamChoices = ({ streamConfig }: Pick<DatasourceRow, "streamConfig">): StreamChoice[] =>
  streamConfig.map(toStreamChoice);

/** Runs work with a connector context, and deletes its temporary folder afterwards. */
export async function withConnectorContext<T>(
  db: Reader,
  { teamId: owner, orgId }: { teamId: string; orgId: string },
  signal: AbortSignal,
  work: (ctx: ConnectorContext) => Promise<T>,
): Promise<T> {
  const { path: tmpFolder, remove } = await makeTemporaryFolder("source-");
  try {
    const { maxFileBytes } = (await getPlan(db, orgId)).limits;
    return await work(createConnectorContext({ signal, owner, log: log(), tmpFolder, maxFileBytes }));
  } finally {
    await remove();
  }
}

/** Opens a datasource's source with its stored settings. Settings that the source replaces are stored. */
export async function openSource(db: Db, row: DatasourceRow, ctx: ConnectorContext): Promise<OpenSource> {
  const config = decryptSettings(row);
  const keep = async (changes: Record<string, unknown>) => {
    Object.assign(config, changes);
    await storeReplacedSettings(db, row, changes);
  };
  const connector = await (await loadEngine(row.engine)).connector(row.sourceType, row.id, ctx);
  return { connector, config, ctx: { ...ctx, keep } };
}

/** Runs work with a job's source. Its errors concern all documents. */
export async function withSource(
  { db, datasource, orgId, job, signal }: Work,
  work: (source: OpenSource) => Promise<void>,
): Promise<void> {
  try {
    await withConnectorContext(db, { teamId: datasource.teamId, orgId }, signal, async (ctx) =>
      work(await openSource(db, datasource, ctx)),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ConnectorError)) throw error;
    const retryAfterMs = error.retryable ? computeBackoff(job.attempt, error.retryAfterMs) : null;
    throw new SharedError(error.message, retryAfterMs, error);
  }
}
