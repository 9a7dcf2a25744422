import { setImmediate } from "node:timers/promises";
import { rememberSecret } from "../../../platform/crypto/remembered-secrets";
import { AppError } from "../../../platform/errors/errors";
import { ConnectorError } from "./errors";
import { toConnectorError } from "./failure";
import { isTooLarge } from "./record-size";
import { listSecrets, removeBlanks, toSpecification } from "./settings";
import { limitDepth } from "./shallow";
import type { Connector, ConnectorContext, Definition, Message, RecordMessage } from "./types";

type Config = Record<string, unknown>;

/** Yields to the event loop after this long. */
const YIELD_AFTER_MS = 25;

/** A record that cannot be processed must not end the sync of the others. */
function toRecordMessage(message: RecordMessage, data: Record<string, unknown>): Message {
  const { key, title, uri } = message;
  if (!isTooLarge(data)) return { ...message, data: limitDepth(data) };
  const error = new ConnectorError("too_large", "This record exceeds the limit of 4 MB per record.");
  return { type: "failed", key, title, uri, error };
}

/**
 * Common behavior of all connectors: settings are validated before anything is called, every failure becomes a ConnectorError
 * without secrets, and secrets are registered for redaction from logs.
 */
export function defineConnector<Settings>(definition: Definition<Settings>): Connector {
  const specification = toSpecification(definition.settings);

  function parseSettings(config: Config): Settings {
    const parsed = definition.settings.safeParse(removeBlanks(config));
    if (parsed.success) return parsed.data;
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: ["config", ...path].join("."),
      message,
    }));
    throw new AppError("invalid", issues[0]?.message ?? "The settings are incomplete.", { issues });
  }

  function openSettings(config: Config): {
    settings: Settings;
    secrets: string[];
    toError: (error: unknown, ctx: ConnectorContext) => unknown;
  } {
    const settings = parseSettings(config);
    const secrets = listSecrets(specification, config);
    for (const secret of secrets) rememberSecret(secret);
    return {
      settings,
      secrets,
      toError: (error, ctx) => {
        if (ctx.signal.aborted) return ctx.signal.reason;
        return toConnectorError(definition.convertError?.(error) ?? error, secrets);
      },
    };
  }

  async function withErrors<T>(
    config: Config,
    ctx: ConnectorContext,
    work: (settings: Settings) => Promise<T>,
  ): Promise<T> {
    const { settings, toError } = openSettings(config);
    try {
      return await work(settings);
    } catch (error) {
      throw toError(error, ctx);
    }
  }

  async function* messagesWithErrors(
    config: Config,
    ctx: ConnectorContext,
    messages: (settings: Settings) => AsyncIterable<Message>,
  ): AsyncIterable<Message> {
    const { settings, secrets, toError } = openSettings(config);
    let lastYieldAt = performance.now();
    try {
      for await (const message of messages(settings)) {
        ctx.signal.throwIfAborted();
        if (message.type === "failed") yield { ...message, error: toConnectorError(message.error, secrets) };
        else if (message.type === "record" && message.data) yield toRecordMessage(message, message.data);
        else yield message;
        if (performance.now() - lastYieldAt < YIELD_AFTER_MS) continue;
        // Messages from memory would otherwise block the event loop.
        await setImmediate();
        lastYieldAt = performance.now();
      }
    } catch (error) {
      throw toError(error, ctx);
    }
  }

  const { retry } = definition;
  return {
    id: definition.id,
    specification,
    addresses: definition.addresses ?? [],
    parse: (config) => parseSettings(config) as Config,
    check: (config, ctx) => withErrors(config, ctx, (settings) => definition.check(settings, ctx)),
    discover: (config, ctx) => withErrors(config, ctx, (settings) => definition.discover(settings, ctx)),
    read: (config, stream, state, ctx) =>
      messagesWithErrors(config, ctx, (settings) => definition.read(settings, stream, state, ctx)),
    ...(retry && {
      retry: (config, stream, keys, ctx) =>
        messagesWithErrors(config, ctx, (settings) => retry(settings, stream, keys, ctx)),
    }),
    findDeleted: async (config, stream, keys, ctx) => {
      const { findDeleted } = definition;
      return findDeleted ? withErrors(config, ctx, (settings) => findDeleted(settings, stream, keys, ctx)) : keys;
    },
  };
}
