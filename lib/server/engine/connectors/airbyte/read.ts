import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { deriveKey } from "../../../platform/crypto/secret";
import { stateOf } from "../shared/answer";
import { ConnectorError } from "../shared/errors";
import { statusIn } from "../shared/service-error";
import type { ConnectorContext, Message, StreamChoice } from "../shared/types";
import type { AirbyteJob } from "./answers";
import type { Airbyte } from "./client";
import { failureOfReason } from "./failure";
import { readLanding } from "./landing";
import type { AirbytePlace } from "./place";
import { destinationOf, type Remote, sourceName, streamsOf } from "./remote";
import { configurationOf, findStream } from "./streams";

const pollMs = 5_000;
const waiting = new Set(["pending", "queued", "running", "incomplete"]);

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
const markOf = (...parts: unknown[]): string =>
  createHmac("sha256", deriveKey("airbyte-state")).update(JSON.stringify(parts)).digest("base64url");

const connectionName = (datasourceId: string, stream: string): string => `${sourceName(datasourceId)}/${stream}`;

/** Configures Airbyte: the source with these settings, the destination, and a connection for this one stream. */
async function setUp(remote: Remote, stream: StreamChoice, made: string): Promise<State> {
  const { airbyte, datasourceId } = remote;
  const { sourceId, streams } = await streamsOf(remote, false);
  const found = findStream(streams, stream.name);
  if (!found) {
    const sentence = `The source no longer has the stream ${stream.name}. Choose the streams again.`;
    throw new ConnectorError("vanished", sentence);
  }
  const known = new Set(Object.keys(found.jsonSchema?.properties ?? {}));
  const gone = (stream.fields ?? []).filter((field) => !known.has(field));
  if (gone.length > 0) {
    const sentence = `The stream ${stream.name} no longer has ${gone.join(", ")}. Choose the fields again.`;
    throw new ConnectorError("vanished", sentence);
  }
  const { table, keys, prefix, configuration } = configurationOf(found, stream);
  const name = connectionName(datasourceId, stream.name);
  const asked = {
    name,
    prefix,
    schedule: { scheduleType: "manual" },
    namespaceDefinition: "custom_format",
    namespaceFormat: remote.schema,
    nonBreakingSchemaUpdatesBehavior: stream.fields ? "ignore" : "propagate_columns",
    configurations: { streams: [configuration] },
    status: "active",
  };
  const old = await airbyte.connection(name);
  const { connectionId } = old
    ? await airbyte.updateConnection(old.connectionId, asked)
    : await airbyte.createConnection({ ...asked, sourceId, destinationId: await destinationOf(remote) });
  return { connectionId, made, table, keys, landing: null };
}

/** Waits for a running job: this process may have died before it recorded the job's id. */
async function jobOf(airbyte: Airbyte, { connectionId, job }: State): Promise<AirbyteJob> {
  if (job !== undefined) {
    const known = await airbyte.job(job).catch((error: unknown) => {
      if (statusIn(error) === 404) return undefined;
      throw error;
    });
    if (known) return known;
  }
  const [latest] = await airbyte.jobs(connectionId, 1);
  return latest && waiting.has(latest.status) ? latest : airbyte.startJob(connectionId);
}

async function finished(airbyte: Airbyte, begun: AirbyteJob, ctx: ConnectorContext): Promise<void> {
  let job = begun;
  while (waiting.has(job.status)) {
    await sleep(Math.max(10, pollMs * (ctx.pace ?? 1)), undefined, { signal: ctx.signal });
    job = await airbyte.job(job.jobId);
  }
  if (job.status === "succeeded") return;
  if (job.status === "cancelled")
    throw new ConnectorError("unavailable", "Somebody cancelled the job in Airbyte. Sync again to go on.", {
      retryable: false,
    });
  throw failureOfReason(await airbyte.failures(job.jobId), "Airbyte's sync failed");
}

/** Runs an Airbyte sync of one stream, then reads the landed rows. */
export async function* readAirbyte(
  remote: Remote,
  place: AirbytePlace,
  stream: StreamChoice,
  given: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const { airbyte, datasourceId } = remote;
  const made = markOf(remote.sourceDefinitionId, remote.config, stream);
  const kept = stateOf(airbyteState, given);
  let state = kept?.made === made ? kept : { ...(await setUp(remote, stream, made)), landing: kept?.landing ?? null };
  const job = await jobOf(airbyte, state);
  state = { ...state, job: job.jobId };
  yield { type: "state", state };
  try {
    await finished(airbyte, job, ctx);
  } catch (error) {
    // The next attempt starts a new job.
    if (!ctx.signal.aborted && error instanceof ConnectorError)
      yield { type: "state", state: { ...state, job: undefined } };
    throw error;
  }
  const landed = { place, datasourceId, table: state.table, stream: { ...stream, primaryKeys: state.keys } };
  for await (const message of readLanding(landed, state.landing, ctx)) {
    if (message.type === "state") state = { ...state, landing: message.state };
    // The next read starts a new job.
    if (message.type === "end") yield { type: "state", state: { ...state, job: undefined } };
    yield message.type === "state" ? { type: "state", state } : message;
  }
}
