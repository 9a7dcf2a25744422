import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { StreamConfig } from "@/lib/contract/datasources";
import { planOf } from "../../billing/plan";
import { connectorContext } from "../../connectors/context";
import { loadEngine } from "../../connectors/engine";
import { ConnectorError } from "../../connectors/errors";
import type { Connector, ConnectorContext, StreamChoice } from "../../connectors/types";
import { keepSettings, openDatasource } from "../../datasources/service";
import { env } from "../../env";
import { log } from "../../log";
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

/** Opens the source, does something with it and takes away what that has left on the disk. Its trouble is all documents'. */
export async function withSource(work: Work, use: (source: OpenSource) => Promise<void>): Promise<void> {
  const { db, datasource, job, signal } = work;
  const tmp = join(env().DATA_DIR, "tmp");
  await mkdir(tmp, { recursive: true });
  const tmpFolder = await mkdtemp(join(tmp, "sync-"));
  try {
    const { limits } = await planOf(db, work.orgId);
    const config = openDatasource(datasource);
    const keep = async (changes: Record<string, unknown>) => {
      Object.assign(config, changes);
      await keepSettings(db, datasource, changes);
    };
    const ctx = connectorContext({
      ...{ signal, owner: datasource.teamId, log: log(), tmpFolder, maxFileBytes: limits.maxFileBytes, keep },
    });
    const engine = await loadEngine(datasource.engine);
    await use({ connector: await engine.connector(datasource.sourceType, datasource.id, ctx), config, ctx });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ConnectorError)) throw error;
    const wait = error.retryable ? waitFor(job.attempt, error.retryAfterMs) : null;
    throw new SharedTroubleError(error.message, wait, error);
  } finally {
    await rm(tmpFolder, { recursive: true, force: true });
  }
}
