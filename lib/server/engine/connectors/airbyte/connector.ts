import { rememberSecret } from "../../../platform/crypto/remembered-secrets";
import { AppError, invalidField } from "../../../platform/errors/errors";
import { IsolationError } from "../../../platform/isolated/isolated-process";
import { findMisfitsHere } from "../../../platform/json-schema/find-misfits";
import type { Misfit } from "../../../platform/json-schema/work";
import { connectorFailure } from "../shared/failure";
import { secretsIn } from "../shared/settings";
import type { Connector, ConnectorContext, JsonSchema } from "../shared/types";
import { openAirbyte } from "./client";
import { airbyteFailure } from "./failure";
import { landingSchema } from "./landing";
import type { AirbytePlace } from "./place";
import { readAirbyte } from "./read";
import { checkRemote, type Remote, streamsOf } from "./remote";
import { addressesIn } from "./specification";
import { streamOf } from "./streams";

type Config = Record<string, unknown>;

/** Throws 400 with an issue for each setting that the source's specification rejects. */
function checkConfig(specification: JsonSchema, config: Config): Config {
  const issues = misfitsIn(specification, config).map(({ path, reason, message }) => ({
    path: ["config", ...path].join("."),
    message: reason === "missing" ? "Fill in this field." : `This ${message}.`,
  }));
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  return config;
}

function misfitsIn(specification: JsonSchema, config: Config): Misfit[] {
  try {
    return findMisfitsHere(specification, config);
  } catch (error) {
    if (!(error instanceof IsolationError)) throw error;
    throw invalidField("config", "Checking these settings takes too long. Use fewer or shorter values.");
  }
}

interface Given {
  place: AirbytePlace;
  datasourceId: string;
  sourceDefinitionId: string;
  specification: JsonSchema;
}

/** Adapts one of Airbyte's sources, for one datasource, to Muster's connector interface. */
export function airbyteConnector({ place, datasourceId, sourceDefinitionId, specification }: Given): Connector {
  const parse = (config: Config): Config => checkConfig(specification, config);

  function open(given: Config, ctx: ConnectorContext): { remote: Remote; secrets: string[] } {
    const config = parse(given);
    const secrets = secretsIn(specification, config);
    for (const secret of [...secrets, new URL(place.landingUrl).password]) if (secret) rememberSecret(secret);
    const airbyte = openAirbyte(place, ctx);
    const schema = landingSchema(datasourceId);
    return { remote: { airbyte, place, datasourceId, sourceDefinitionId, config, schema }, secrets };
  }

  const failure = (error: unknown, ctx: ConnectorContext, secrets: readonly string[]): unknown =>
    ctx.signal.aborted ? ctx.signal.reason : connectorFailure(airbyteFailure(error) ?? error, secrets);

  async function guarded<T>(config: Config, ctx: ConnectorContext, work: (remote: Remote) => Promise<T>): Promise<T> {
    const { remote, secrets } = open(config, ctx);
    try {
      return await work(remote);
    } catch (error) {
      throw failure(error, ctx, secrets);
    }
  }

  return {
    id: sourceDefinitionId,
    specification,
    addresses: addressesIn(specification),
    parse,
    check: (config, ctx) => guarded(config, ctx, checkRemote),
    discover: (config, ctx) =>
      guarded(config, ctx, async (remote) => (await streamsOf(remote, true)).streams.map(streamOf)),
    async *read(config, stream, state, ctx) {
      const { remote, secrets } = open(config, ctx);
      try {
        yield* readAirbyte(remote, place, stream, state, ctx);
      } catch (error) {
        throw failure(error, ctx, secrets);
      }
    },
    gone: async (_config, _stream, keys) => keys,
  };
}
