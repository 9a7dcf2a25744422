import { rememberSecret } from "../../../platform/crypto/remembered-secrets";
import { AppError, invalidField } from "../../../platform/errors/errors";
import { IsolationError } from "../../../platform/isolated/isolated-process";
import { findMisfitsHere } from "../../../platform/json-schema/find-misfits";
import type { Misfit } from "../../../platform/json-schema/work";
import { toConnectorError } from "../shared/failure";
import { listSecrets } from "../shared/settings";
import type { Connector, ConnectorContext, JsonSchema } from "../shared/types";
import { createAirbyteClient } from "./client";
import type { AirbyteConfig } from "./config";
import { toAirbyteError } from "./failure";
import { toLandingSchema } from "./landing";
import { readAirbyte } from "./read";
import { checkRemote, discoverStreams, type Remote } from "./remote";
import { findAddresses } from "./specification";
import { toDiscoveredStream } from "./streams";

type Config = Record<string, unknown>;

/** Throws 400 with an issue for each setting that the source's specification rejects. */
function checkConfig(specification: JsonSchema, config: Config): Config {
  const issues = findMisfits(specification, config).map(({ path, reason, message }) => ({
    path: ["config", ...path].join("."),
    message: reason === "missing" ? "This field is required." : `This ${message}.`,
  }));
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  return config;
}

function findMisfits(specification: JsonSchema, config: Config): Misfit[] {
  try {
    return findMisfitsHere(specification, config);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    throw invalidField("config", "Checking these settings took too long. Use fewer or shorter values.");
  }
}

interface AirbyteConnectorOptions {
  airbyteConfig: AirbyteConfig;
  datasourceId: string;
  sourceDefinitionId: string;
  specification: JsonSchema;
}

/** Adapts one of Airbyte's sources, for one datasource, to Muster's connector interface. */
export function createAirbyteConnector({
  airbyteConfig,
  datasourceId,
  sourceDefinitionId,
  specification,
}: AirbyteConnectorOptions): Connector {
  const parse = (config: Config): Config => checkConfig(specification, config);

  function open(settings: Config, ctx: ConnectorContext): { remote: Remote; secrets: string[] } {
    const config = parse(settings);
    const secrets = listSecrets(specification, config);
    for (const secret of [...secrets, new URL(airbyteConfig.landingUrl).password]) if (secret) rememberSecret(secret);
    const airbyte = createAirbyteClient(airbyteConfig, ctx);
    const schema = toLandingSchema(datasourceId);
    return { remote: { airbyte, airbyteConfig, datasourceId, sourceDefinitionId, config, schema }, secrets };
  }

  const toError = (error: unknown, ctx: ConnectorContext, secrets: readonly string[]): unknown =>
    ctx.signal.aborted ? ctx.signal.reason : toConnectorError(toAirbyteError(error) ?? error, secrets);

  async function withErrors<T>(
    config: Config,
    ctx: ConnectorContext,
    work: (remote: Remote) => Promise<T>,
  ): Promise<T> {
    const { remote, secrets } = open(config, ctx);
    try {
      return await work(remote);
    } catch (error) {
      throw toError(error, ctx, secrets);
    }
  }

  return {
    id: sourceDefinitionId,
    specification,
    addresses: findAddresses(specification),
    parse,
    check: (config, ctx) => withErrors(config, ctx, checkRemote),
    discover: (config, ctx) =>
      withErrors(config, ctx, async (remote) => (await discoverStreams(remote, true)).streams.map(toDiscoveredStream)),
    async *read(config, stream, state, ctx) {
      const { remote, secrets } = open(config, ctx);
      try {
        yield* readAirbyte(remote, airbyteConfig, stream, state, ctx);
      } catch (error) {
        throw toError(error, ctx, secrets);
      }
    },
    findDeleted: async (_config, _stream, keys) => keys,
  };
}
