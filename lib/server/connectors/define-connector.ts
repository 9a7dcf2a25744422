import { rememberSecret } from "../crypto/remembered-secrets";
import { AppError } from "../http/errors";
import { connectorFailure } from "./failure";
import { secretsIn, specificationOf, withoutBlanks } from "./settings";
import { shallow } from "./shallow";
import type { Connector, ConnectorContext, Definition, Message } from "./types";

type Config = Record<string, unknown>;

/**
 * What all connectors do alike: settings are checked by their schema before anything is called, every failure becomes a
 * ConnectorError without secrets, and the log learns what to cut out.
 */
export function defineConnector<Settings>(definition: Definition<Settings>): Connector {
  const specification = specificationOf(definition.settings);

  function settingsOf(config: Config): Settings {
    const parsed = definition.settings.safeParse(withoutBlanks(config));
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: ["config", ...path].join("."),
      message,
    }));
    throw new AppError("invalid", issues[0]?.message ?? "The settings are not complete.", { issues });
  }

  function open(config: Config): {
    settings: Settings;
    secrets: string[];
    failure: (error: unknown, ctx: ConnectorContext) => unknown;
  } {
    const settings = settingsOf(config);
    const secrets = secretsIn(specification, config);
    for (const secret of secrets) rememberSecret(secret);
    return {
      settings,
      secrets,
      failure: (error, ctx) => {
        if (ctx.signal.aborted) return ctx.signal.reason;
        return connectorFailure(definition.failureOf?.(error) ?? error, secrets);
      },
    };
  }

  async function guarded<T>(
    config: Config,
    ctx: ConnectorContext,
    work: (settings: Settings) => Promise<T>,
  ): Promise<T> {
    const { settings, failure } = open(config);
    try {
      return await work(settings);
    } catch (error) {
      throw failure(error, ctx);
    }
  }

  async function* told(
    config: Config,
    ctx: ConnectorContext,
    messages: (settings: Settings) => AsyncIterable<Message>,
  ): AsyncIterable<Message> {
    const { settings, secrets, failure } = open(config);
    try {
      for await (const message of messages(settings)) {
        ctx.signal.throwIfAborted();
        if (message.type === "failed") yield { ...message, error: connectorFailure(message.error, secrets) };
        else yield message.type === "record" && message.data ? { ...message, data: shallow(message.data) } : message;
      }
    } catch (error) {
      throw failure(error, ctx);
    }
  }

  const { again } = definition;
  return {
    id: definition.id,
    specification,
    addresses: definition.addresses ?? [],
    parse: (config) => settingsOf(config) as Config,
    check: (config, ctx) => guarded(config, ctx, (settings) => definition.check(settings, ctx)),
    discover: (config, ctx) => guarded(config, ctx, (settings) => definition.discover(settings, ctx)),
    read: (config, stream, state, ctx) =>
      told(config, ctx, (settings) => definition.read(settings, stream, state, ctx)),
    ...(again && {
      again: (config, stream, keys, ctx) => told(config, ctx, (settings) => again(settings, stream, keys, ctx)),
    }),
    gone: async (config, stream, keys, ctx) => {
      const { gone } = definition;
      return gone ? guarded(config, ctx, (settings) => gone(settings, stream, keys, ctx)) : keys;
    },
  };
}
