import { setImmediate } from "node:timers/promises";
import { rememberSecret } from "../../../platform/crypto/remembered-secrets";
import { AppError } from "../../../platform/errors/errors";
import { ConnectorError } from "./errors";
import { connectorFailure } from "./failure";
import { isTooLarge } from "./record-size";
import { secretsIn, specificationOf, withoutBlanks } from "./settings";
import { shallow } from "./shallow";
import type { Connector, ConnectorContext, Definition, Message, RecordMessage } from "./types";

type Config = Record<string, unknown>;

/** Yields to the event loop after this long. */
const TURN_MS = 25;

/** A record that cannot be processed must not end the sync of the others. */
function recordOf(message: RecordMessage, data: Record<string, unknown>): Message {
  const { key, title, uri } = message;
  if (!isTooLarge(data)) return { ...message, data: shallow(data) };
  const error = new ConnectorError("too_large", "This record is larger than the 4 MB that are read of one.");
  return { type: "failed", key, title, uri, error };
}

/**
 * Common behavior of all connectors: settings are validated before anything is called, every failure becomes a ConnectorError
 * without secrets, and secrets are registered for redaction from logs.
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

  async function* guardedMessages(
    config: Config,
    ctx: ConnectorContext,
    messages: (settings: Settings) => AsyncIterable<Message>,
  ): AsyncIterable<Message> {
    const { settings, secrets, failure } = open(config);
    let since = performance.now();
    try {
      for await (const message of messages(settings)) {
        ctx.signal.throwIfAborted();
        if (message.type === "failed") yield { ...message, error: connectorFailure(message.error, secrets) };
        else if (message.type === "record" && message.data) yield recordOf(message, message.data);
        else yield message;
        if (performance.now() - since < TURN_MS) continue;
        // Messages from memory would otherwise block the event loop.
        await setImmediate();
        since = performance.now();
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
      guardedMessages(config, ctx, (settings) => definition.read(settings, stream, state, ctx)),
    ...(again && {
      again: (config, stream, keys, ctx) =>
        guardedMessages(config, ctx, (settings) => again(settings, stream, keys, ctx)),
    }),
    gone: async (config, stream, keys, ctx) => {
      const { gone } = definition;
      return gone ? guarded(config, ctx, (settings) => gone(settings, stream, keys, ctx)) : keys;
    },
  };
}
