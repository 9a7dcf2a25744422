import { ConnectorError } from "../errors";
import { statusIn } from "../service-error";
import type { AirbyteStream } from "./answers";
import type { Airbyte } from "./client";
import { failureOfReason } from "./failure";
import { destinationConfig } from "./landing";
import type { AirbytePlace } from "./place";

/** What Muster keeps at Airbyte for one datasource. */
export interface Remote {
  airbyte: Airbyte;
  place: AirbytePlace;
  datasourceId: string;
  sourceDefinitionId: string;
  /** The settings, secrets in clear. */
  config: Record<string, unknown>;
  /** Where it lands. */
  schema: string;
}

export const sourceName = (datasourceId: string): string => `muster/${datasourceId}`;
const destinationName = "Muster";

/** The source with these settings, made where it is not there yet. */
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

/** Has Airbyte try the settings. */
export async function checkRemote(remote: Remote): Promise<void> {
  const { status, message, jobInfo } = await remote.airbyte.check(await sourceOf(remote));
  if (status === "succeeded") return;
  if (message)
    throw new ConnectorError("credentials", `The source could not be reached with these settings: ${message}`);
  throw failureOfReason(jobInfo.failureReason ? [jobInfo.failureReason] : [], "Airbyte could not try the settings");
}

/** What the source has, by Airbyte's discovery. */
export async function streamsOf(
  remote: Remote,
  afresh: boolean,
): Promise<{ sourceId: string; streams: AirbyteStream[] }> {
  const sourceId = await sourceOf(remote);
  const { catalog, jobInfo } = await remote.airbyte.discover(sourceId, afresh);
  if (catalog) return { sourceId, streams: catalog.streams.flatMap(({ stream }) => stream ?? []) };
  throw failureOfReason(jobInfo.failureReason ? [jobInfo.failureReason] : [], "Airbyte could not discover the source");
}

/** Takes away what is there for a datasource; what is gone already is no failure. */
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
