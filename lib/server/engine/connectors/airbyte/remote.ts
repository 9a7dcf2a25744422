import { ConnectorError } from "../shared/errors";
import { getErrorStatus } from "../shared/service-error";
import type { Airbyte } from "./client";
import type { AirbyteConfig } from "./config";
import { toSourceError } from "./failure";
import { toDestinationConfig } from "./landing";
import type { AirbyteStream } from "./responses";

/** The resources in Airbyte for one datasource. */
export interface Remote {
  airbyte: Airbyte;
  airbyteConfig: AirbyteConfig;
  datasourceId: string;
  sourceDefinitionId: string;
  /** The settings with decrypted secrets. */
  config: Record<string, unknown>;
  /** The destination schema. */
  schema: string;
}

export const toSourceName = (datasourceId: string): string => `muster/${datasourceId}`;
const destinationName = "Muster";

/** Returns the source with these settings, creating it if necessary. */
async function upsertSource({ airbyte, datasourceId, sourceDefinitionId, config }: Remote): Promise<string> {
  const name = toSourceName(datasourceId);
  const existing = await airbyte.findSource(name);
  if (!existing) return (await airbyte.createSource(name, sourceDefinitionId, config)).sourceId;
  return (await airbyte.updateSource(existing.sourceId, name, config)).sourceId;
}

/** One destination for all datasources. */
export async function ensureDestination({ airbyte, airbyteConfig }: Remote): Promise<string> {
  if (airbyteConfig.destinationId) return airbyteConfig.destinationId;
  const existing = await airbyte.findDestination(destinationName);
  return (existing ?? (await airbyte.createDestination(destinationName, toDestinationConfig(airbyteConfig))))
    .destinationId;
}

/** Runs Airbyte's connection check. */
export async function checkRemote(remote: Remote): Promise<void> {
  const { status, message, jobInfo } = await remote.airbyte.check(await upsertSource(remote));
  if (status === "succeeded") return;
  if (message)
    throw new ConnectorError("credentials", `The source couldn't be reached with these settings: ${message}`);
  throw toSourceError(jobInfo.failureReason ? [jobInfo.failureReason] : [], "Airbyte couldn't test the settings");
}

/** Returns the streams that Airbyte discovers. */
export async function discoverStreams(
  remote: Remote,
  refresh: boolean,
): Promise<{ sourceId: string; streams: AirbyteStream[] }> {
  const sourceId = await upsertSource(remote);
  const { catalog, jobInfo } = await remote.airbyte.discover(sourceId, refresh);
  if (catalog) return { sourceId, streams: catalog.streams.flatMap(({ stream }) => stream ?? []) };
  throw toSourceError(
    jobInfo.failureReason ? [jobInfo.failureReason] : [],
    "Airbyte couldn't list the source's streams",
  );
}

/** Deletes a datasource's resources in Airbyte; those that no longer exist are ignored. */
export async function removeRemote(airbyte: Airbyte, datasourceId: string): Promise<void> {
  const name = toSourceName(datasourceId);
  const ignoreMissing = (error: unknown) => {
    if (getErrorStatus(error) !== 404) throw error;
  };
  for (const { connectionId } of await airbyte.listConnections(`${name}/`))
    await airbyte.deleteConnection(connectionId).catch(ignoreMissing);
  const source = await airbyte.findSource(name);
  if (source) await airbyte.deleteSource(source.sourceId).catch(ignoreMissing);
}
