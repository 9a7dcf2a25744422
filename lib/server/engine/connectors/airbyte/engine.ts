import { inSession, quoteIdentifier } from "../postgres/connect";
import { postgresSettings } from "../postgres/settings";
import type { Engine, EngineJob } from "../shared/engine-types";
import { ConnectorError } from "../shared/errors";
import { toConnectorError } from "../shared/failure";
import { findSecretPaths } from "../shared/settings";
import type { ConnectorContext } from "../shared/types";
import { type Airbyte, createAirbyteClient } from "./client";
import { type AirbyteConfig, findAirbyteConfig, getAirbyteConfig } from "./config";
import { createAirbyteConnector } from "./connector";
import { toAirbyteError } from "./failure";
import { toLandingConfig, toLandingContext, toLandingSchema } from "./landing";
import { removeRemote, toSourceName } from "./remote";
import type { AirbyteJob } from "./responses";
import { toSpecification } from "./specification";

const maxJobs = 20;
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

const toDate = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

async function toEngineJob(airbyte: Airbyte, { jobId, status, startTime, lastUpdatedAt, rowsSynced }: AirbyteJob) {
  const jobStatus = statuses[status] ?? "running";
  const hasEnded = jobStatus !== "waiting" && jobStatus !== "running";
  const [reason] = jobStatus === "failed" ? await airbyte.listFailures(jobId) : [];
  const job: EngineJob = {
    id: String(jobId),
    status: jobStatus,
    startedAt: toDate(startTime),
    endedAt: hasEnded ? toDate(lastUpdatedAt) : null,
    records: rowsSynced ?? 0,
  };
  return reason?.externalMessage ? { ...job, error: reason.externalMessage } : job;
}

/** Drops the landed rows together with the datasource. This is the only code that writes to the landing database. */
async function dropLanding(config: AirbyteConfig, datasourceId: string, ctx: ConnectorContext): Promise<void> {
  const schema = toLandingSchema(datasourceId);
  const settings = postgresSettings.parse(toLandingConfig(config, schema));
  await inSession(settings, toLandingContext(ctx), (session) =>
    session.rows(`begin read write; drop schema if exists ${quoteIdentifier(schema)} cascade; commit`),
  );
}

/** Converts whatever a call throws to a ConnectorError. */
async function withConnectorErrors<T>(ctx: ConnectorContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (ctx.signal.aborted) throw ctx.signal.reason;
    throw toConnectorError(toAirbyteError(error) ?? error, []);
  }
}

async function getSpecification(sourceDefinitionId: string, ctx: ConnectorContext) {
  const airbyteSpecification = await createAirbyteClient(getAirbyteConfig(), ctx).getSpecification(sourceDefinitionId);
  if (!airbyteSpecification)
    throw new ConnectorError("unavailable", "Airbyte didn't return the settings for this source. Try again later.");
  const specification = toSpecification(airbyteSpecification);
  if (findSecretPaths(specification).length <= maxSecrets) return specification;
  throw new ConnectorError("malformed", `Sources with more than ${maxSecrets} secret fields aren't supported.`);
}

export const airbyteEngine: Engine = {
  id: "airbyte",
  isEnabled: () => findAirbyteConfig() !== undefined,
  offers: (ctx) =>
    withConnectorErrors(ctx, async () => {
      const found = await createAirbyteClient(getAirbyteConfig(), ctx).listDefinitions();
      return found
        .map(({ sourceDefinitionId, name, icon }) => ({
          sourceDefinitionId,
          name,
          icon: icon ?? null,
          engine: "airbyte" as const,
        }))
        .sort((one, other) => one.name.localeCompare(other.name, "en"));
    }),
  specification: (sourceDefinitionId, ctx) => withConnectorErrors(ctx, () => getSpecification(sourceDefinitionId, ctx)),
  connector: (sourceDefinitionId, datasourceId, ctx) =>
    withConnectorErrors(ctx, async () =>
      createAirbyteConnector({
        airbyteConfig: getAirbyteConfig(),
        datasourceId,
        sourceDefinitionId,
        specification: await getSpecification(sourceDefinitionId, ctx),
      }),
    ),
  jobs: (datasourceId, ctx) =>
    withConnectorErrors(ctx, async () => {
      const airbyte = createAirbyteClient(getAirbyteConfig(), ctx);
      const jobs: AirbyteJob[] = [];
      for (const { connectionId } of await airbyte.listConnections(`${toSourceName(datasourceId)}/`))
        jobs.push(...(await airbyte.listJobs(connectionId, maxJobs)));
      const newest = jobs.sort((one, other) => other.jobId - one.jobId).slice(0, maxJobs);
      return Promise.all(newest.map((job) => toEngineJob(airbyte, job)));
    }),
  remove: (datasourceId, ctx) =>
    withConnectorErrors(ctx, async () => {
      const config = getAirbyteConfig();
      await removeRemote(createAirbyteClient(config, ctx), datasourceId);
      await dropLanding(config, datasourceId, ctx);
    }),
};
