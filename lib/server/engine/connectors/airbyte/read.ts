import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { deriveKey } from "../../../platform/crypto/secret";
import { parseState } from "../shared/answer";
import { ConnectorError } from "../shared/errors";
import { getErrorStatus } from "../shared/service-error";
import type { ConnectorContext, Message, StreamChoice } from "../shared/types";
import type { Airbyte } from "./client";
import type { AirbyteConfig } from "./config";
import { toSourceError } from "./failure";
import { readLanding } from "./landing";
import { discoverStreams, ensureDestination, type Remote, toSourceName } from "./remote";
import type { AirbyteJob } from "./responses";
import { findStream, toStreamConfiguration } from "./streams";

const pollMs = 5_000;
const unfinishedStatuses = new Set(["pending", "queued", "running", "incomplete"]);

const airbyteState = z.object({
  connectionId: z.string(),
  /** Fingerprint of the settings and stream of the connection: when it differs, the connection is configured again. */
  made: z.string(),
  table: z.string(),
  keys: z.array(z.string()),
  /** Absent: no job is running. */
  job: z.number().optional(),
  /** The connector state of the landed rows. */
  landing: z.unknown(),
});
type State = z.output<typeof airbyteState>;

/** Keyed, because the settings contain secrets. */
const hashSettings = (...parts: unknown[]): string =>
  createHmac("sha256", deriveKey("airbyte-state")).update(JSON.stringify(parts)).digest("base64url");

const toConnectionName = (datasourceId: string, stream: string): string => `${toSourceName(datasourceId)}/${stream}`;

/** Configures Airbyte: the source with these settings, the destination, and a connection for this one stream. */
async function configureConnection(remote: Remote, stream: StreamChoice, settingsHash: string): Promise<State> {
  const { airbyte, datasourceId } = remote;
  const { sourceId, streams } = await discoverStreams(remote, false);
  const airbyteStream = findStream(streams, stream.name);
  if (!airbyteStream) {
    const sentence = `The source no longer has the stream ${stream.name}. Choose the streams again.`;
    throw new ConnectorError("vanished", sentence);
  }
  const fields = new Set(Object.keys(airbyteStream.jsonSchema?.properties ?? {}));
  const missing = (stream.fields ?? []).filter((field) => !fields.has(field));
  if (missing.length > 0) {
    const sentence = `The stream ${stream.name} no longer has ${new Intl.ListFormat("en").format(missing)}. Choose the fields again.`;
    throw new ConnectorError("vanished", sentence);
  }
  const { table, keys, prefix, configuration } = toStreamConfiguration(airbyteStream, stream);
  const name = toConnectionName(datasourceId, stream.name);
  const connection = {
    name,
    prefix,
    schedule: { scheduleType: "manual" },
    namespaceDefinition: "custom_format",
    namespaceFormat: remote.schema,
    nonBreakingSchemaUpdatesBehavior: stream.fields ? "ignore" : "propagate_columns",
    configurations: { streams: [configuration] },
    status: "active",
  };
  const existing = await airbyte.findConnection(name);
  const { connectionId } = existing
    ? await airbyte.updateConnection(existing.connectionId, connection)
    : await airbyte.createConnection({ ...connection, sourceId, destinationId: await ensureDestination(remote) });
  return { connectionId, made: settingsHash, table, keys, landing: null };
}

/** Waits for a running job: this process may have died before it recorded the job's id. */
async function findOrStartJob(airbyte: Airbyte, { connectionId, job }: State): Promise<AirbyteJob> {
  if (job !== undefined) {
    const recorded = await airbyte.getJob(job).catch((error: unknown) => {
      if (getErrorStatus(error) === 404) return undefined;
      throw error;
    });
    if (recorded) return recorded;
  }
  const [latest] = await airbyte.listJobs(connectionId, 1);
  return latest && unfinishedStatuses.has(latest.status) ? latest : airbyte.startJob(connectionId);
}

async function waitForJob(airbyte: Airbyte, started: AirbyteJob, ctx: ConnectorContext): Promise<void> {
  let job = started;
  while (unfinishedStatuses.has(job.status)) {
    await sleep(Math.max(10, pollMs * (ctx.pace ?? 1)), undefined, { signal: ctx.signal });
    job = await airbyte.getJob(job.jobId);
  }
  if (job.status === "succeeded") return;
  if (job.status === "cancelled")
    throw new ConnectorError("unavailable", "The job was canceled in Airbyte. Sync again to continue.", {
      retryable: false,
    });
  throw toSourceError(await airbyte.listFailures(job.jobId), "Airbyte's sync failed");
}

/** Runs an Airbyte sync of one stream, then reads the landed rows. */
export async function* readAirbyte(
  remote: Remote,
  config: AirbyteConfig,
  stream: StreamChoice,
  storedState: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const { airbyte, datasourceId } = remote;
  const settingsHash = hashSettings(remote.sourceDefinitionId, remote.config, stream);
  const parsed = parseState(airbyteState, storedState);
  let state =
    parsed?.made === settingsHash
      ? parsed
      : { ...(await configureConnection(remote, stream, settingsHash)), landing: parsed?.landing ?? null };
  const job = await findOrStartJob(airbyte, state);
  state = { ...state, job: job.jobId };
  yield { type: "state", state };
  try {
    await waitForJob(airbyte, job, ctx);
  } catch (error) {
    // The next attempt starts a new job.
    if (!ctx.signal.aborted && error instanceof ConnectorError)
      yield { type: "state", state: { ...state, job: undefined } };
    throw error;
  }
  const landed = { config, datasourceId, table: state.table, stream: { ...stream, primaryKeys: state.keys } };
  for await (const message of readLanding(landed, state.landing, ctx)) {
    if (message.type === "state") state = { ...state, landing: message.state };
    // The next read starts a new job.
    if (message.type === "end") yield { type: "state", state: { ...state, job: undefined } };
    yield message.type === "state" ? { type: "state", state } : message;
  }
}
