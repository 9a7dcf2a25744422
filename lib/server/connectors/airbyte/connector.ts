import Ajv from "ajv";
import { rememberSecret } from "../../crypto/remembered-secrets";
import { AppError } from "../../http/errors";
import { connectorFailure } from "../failure";
import { secretsIn } from "../settings";
import type { Connector, ConnectorContext, JsonSchema } from "../types";
import { openAirbyte } from "./client";
import { airbyteFailure } from "./failure";
import { landingSchema } from "./landing";
import type { AirbytePlace } from "./place";
import { readAirbyte } from "./read";
import { checkRemote, type Remote, streamsOf } from "./remote";
import { addressesIn } from "./specification";
import { streamOf } from "./streams";

type Config = Record<string, unknown>;

/** A setting's place in an error of Ajv's: `/tunnel/host` → `config.tunnel.host`. */
function parser(specification: JsonSchema): (config: Config) => Config {
  // Specifications carry words of Airbyte's own, and formats that nobody checks.
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false, logger: false }).compile(
    specification,
  );
  return (config) => {
    if (validate(config)) return config;
    const issues = (validate.errors ?? []).map(({ instancePath, keyword, params, message = "is not valid" }) => {
      const missing = keyword === "required" ? `/${String(params.missingProperty)}` : "";
      const path = `config${`${instancePath}${missing}`.replaceAll("/", ".")}`;
      return { path, message: missing ? "Fill in this field." : `This ${message}.` };
    });
    throw new AppError("invalid", issues[0]?.message ?? "The settings are not complete.", { issues });
  };
}

interface Given {
  place: AirbytePlace;
  datasourceId: string;
  sourceDefinitionId: string;
  specification: JsonSchema;
}

/** One of Airbyte's sources for one datasource, as if it were a connector of Muster's. */
export function airbyteConnector({ place, datasourceId, sourceDefinitionId, specification }: Given): Connector {
  const parse = parser(specification);

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
