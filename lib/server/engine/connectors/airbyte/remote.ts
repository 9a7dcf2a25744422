import { ConnectorError } from "../shared/errors";
import { statusIn } from "../shared/service-error";
import type { AirbyteStream } from "./answers";
import type { Airbyte } from "./client";
import { failureOfReason } from "./failure";
import { destinationConfig } from "./landing";
import type { AirbytePlace } from "./place";

/** The resources in Airbyte for one datasource. */
export interface Remote {
  airbyte: Airbyte;
  place: AirbytePlace;
  datasourceId: string;
  sourceDefinitionId: string;
  /** The settings with decrypted secrets. */
  config: Record<string, unknown>;
  /** The destination schema. */
  schema: string;
}

export const sourceName = (datasourceId: string): string => `muster/${datasourceId}`;
const destinationName = "Muster";

/** Returns the source with these settings, creating it if necessary. */
async function sourceOf({ airbyte, datasourceId, sourceDefinitionId, config }: Remote): Promise<string> {
  const name = sourceName(datasourceId);
  const old = await airbyte.source(name);
  if (!old) return (await airbyte.createSource(name, sourceDefinitionId, config)).sourceId;
  return (await airbyte.updateSource(old.sourceId, name, config)).sourceId;
}

/** One destination for all datasources. */
export async function destinationOf({ airbyte, place }: Remote): Promise<string> {
  if (place.destinationId) return place.destinationId;
  const old = await airbyte.destination(destinationName);
  return (old ?? (await airbyte.createDestination(destinationName, destinationConfig(place)))).destinationId;
}

/** Runs Airbyte's connection check. */
export async function checkRemote(remote: Remote): Promise<void> {
  const { status, message, jobInfo } = await remote.airbyte.check(await sourceOf(remote));
  if (status === "succeeded") return;
  if (message)
    throw new ConnectorError("credentials", `The source could not be reached with these settings: ${message}`);
  throw failureOfReason(jobInfo.failureReason ? [jobInfo.failureReason] : [], "Airbyte could not try the settings");
}

/** Returns the streams that Airbyte discovers. */
export async function streamsOf(
  remote: Remote,
  afresh: boolean,
): Promise<{ sourceId: string; streams: AirbyteStream[] }> {
  const sourceId = await sourceOf(remote);
  const { catalog, jobInfo } = await remote.airbyte.discover(sourceId, afresh);
  if (catalog) return { sourceId, streams: catalog.streams.flatMap(({ stream }) => stream ?? []) };
  throw failureOfReason(jobInfo.failureReason ? [jobInfo.failureReason] : [], "Airbyte could not discover the source");
}

/** Deletes a datasource's resources in Airbyte; those that no longer exist are ignored. */
export async function removeRemote(airbyte: Airbyte, datasourceId: string): Promise<void> {
  const name = sourceName(datasourceId);
  const unlessGone = (error: unknown) => {
    if (statusIn(error) !== 404) throw error;
  };
  for (const { connectionId } of await airbyte.connectionsOf(`${name}/`))
    await airbyte.deleteConnection(connectionId).catch(unlessGone);
  const source = await airbyte.source(name);
  if (source) await airbyte.deleteSource(source.sourceId).catch(unlessGone);
}
