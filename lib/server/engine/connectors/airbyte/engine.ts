import { inSession, quoted } from "../postgres/connect";
import { postgresSettings } from "../postgres/settings";
import type { Engine, EngineJob } from "../shared/engine-types";
import { ConnectorError } from "../shared/errors";
import { connectorFailure } from "../shared/failure";
import { secretPaths } from "../shared/settings";
import type { ConnectorContext } from "../shared/types";
import type { AirbyteJob } from "./answers";
import { type Airbyte, openAirbyte } from "./client";
import { airbyteConnector } from "./connector";
import { airbyteFailure } from "./failure";
import { landingConfig, landingContext, landingSchema } from "./landing";
import { type AirbytePlace, airbyteOfEnv, airbytePlace } from "./place";
import { removeRemote, sourceName } from "./remote";
import { specificationOf } from "./specification";

const jobsShown = 20;
/** Per source: sealing or opening a secret takes about a millisecond. */
const maxSecrets = 100;

const statuses: Record<string, EngineJob["status"]> = {
  pending: "waiting",
  queued: "waiting",
  incomplete: "running",
  running: "running",
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
};

const dateOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

async function jobOf(airbyte: Airbyte, { jobId, status, startTime, lastUpdatedAt, rowsSynced }: AirbyteJob) {
  const known = statuses[status] ?? "running";
  const isOver = known !== "waiting" && known !== "running";
  const [reason] = known === "failed" ? await airbyte.failures(jobId) : [];
  const job: EngineJob = {
    id: String(jobId),
    status: known,
    startedAt: dateOf(startTime),
    endedAt: isOver ? dateOf(lastUpdatedAt) : null,
    records: rowsSynced ?? 0,
  };
  return reason?.externalMessage ? { ...job, error: reason.externalMessage } : job;
}

/** Drops the landed rows together with the datasource. This is the only code that writes to the landing database. */
async function dropLanding(place: AirbytePlace, datasourceId: string, ctx: ConnectorContext): Promise<void> {
  const schema = landingSchema(datasourceId);
  const settings = postgresSettings.parse(landingConfig(place, schema));
  await inSession(settings, landingContext(ctx), (session) =>
    session.rows(`begin read write; drop schema if exists ${quoted(schema)} cascade; commit`),
  );
}

/** Converts whatever a call throws to a ConnectorError. */
async function withConnectorErrors<T>(ctx: ConnectorContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (ctx.signal.aborted) throw ctx.signal.reason;
    throw connectorFailure(airbyteFailure(error) ?? error, []);
  }
}

async function specification(sourceDefinitionId: string, ctx: ConnectorContext) {
  const found = await openAirbyte(airbytePlace(), ctx).specification(sourceDefinitionId);
  if (!found)
    throw new ConnectorError("unavailable", "Airbyte could not say what this source needs. Try again in a while.");
  const specification = specificationOf(found);
  if (secretPaths(specification).length <= maxSecrets) return specification;
  throw new ConnectorError("malformed", `Sources with more than ${maxSecrets} secret fields cannot be set up here.`);
}

export const airbyteEngine: Engine = {
  id: "airbyte",
  isEnabled: () => airbyteOfEnv() !== undefined,
  offers: (ctx) =>
    withConnectorErrors(ctx, async () => {
      const found = await openAirbyte(airbytePlace(), ctx).definitions();
      return found
        .map(({ sourceDefinitionId, name, icon }) => ({
          sourceDefinitionId,
          name,
          icon: icon ?? null,
          engine: "airbyte" as const,
        }))
        .sort((one, other) => one.name.localeCompare(other.name, "en"));
    }),
  specification: (sourceDefinitionId, ctx) => withConnectorErrors(ctx, () => specification(sourceDefinitionId, ctx)),
  connector: (sourceDefinitionId, datasourceId, ctx) =>
    withConnectorErrors(ctx, async () =>
      airbyteConnector({
        place: airbytePlace(),
        datasourceId,
        sourceDefinitionId,
        specification: await specification(sourceDefinitionId, ctx),
      }),
    ),
  jobs: (datasourceId, ctx) =>
    withConnectorErrors(ctx, async () => {
      const airbyte = openAirbyte(airbytePlace(), ctx);
      const jobs: AirbyteJob[] = [];
      for (const { connectionId } of await airbyte.connectionsOf(`${sourceName(datasourceId)}/`))
        jobs.push(...(await airbyte.jobs(connectionId, jobsShown)));
      const newest = jobs.sort((one, other) => other.jobId - one.jobId).slice(0, jobsShown);
      return Promise.all(newest.map((job) => jobOf(airbyte, job)));
    }),
  remove: (datasourceId, ctx) =>
    withConnectorErrors(ctx, async () => {
      const place = airbytePlace();
      await removeRemote(openAirbyte(place, ctx), datasourceId);
      await dropLanding(place, datasourceId, ctx);
    }),
};
