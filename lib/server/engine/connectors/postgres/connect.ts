import type { Socket } from "node:net";
import pg from "pg";
import { plainSocket } from "../../../platform/outbound/plain-socket";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext } from "../shared/types";
import type { PostgresSettings } from "./settings";

const CONNECT_MS = 10_000;
/** Per response. Batches are far smaller; more means a malicious server. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;
const CHECK_MS = 200;

/** A read-only connection that returns values as text. */
export interface Session {
  rows: (text: string, values?: readonly string[]) => Promise<(string | null)[][]>;
  /** Bytes received so far, used to estimate row sizes. */
  bytesRead: () => number;
}

/** Fixes text and date formats, independently of the server's settings. */
const SETUP = [
  "set session characteristics as transaction read only",
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'iso_8601'",
  "set timezone = 'UTC'",
  "set bytea_output = 'hex'",
  "set extra_float_digits = 1",
  "set statement_timeout = '5min'",
  "set lock_timeout = '30s'",
  "set idle_in_transaction_session_timeout = 0",
].join("; ");

function toTlsConfig({ tls, ca, host }: PostgresSettings, isIpAddress: boolean): pg.ClientConfig["ssl"] {
  if (tls === "off") return false;
  // The checked address is dialed, but the certificate must match the name. Without a name pg verifies the address.
  const server = isIpAddress ? {} : { servername: host, host };
  return { ...server, rejectUnauthorized: tls === "verify", ...(ca ? { ca } : {}) };
}

const asText: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value };

function watchSize(socket: Socket): { begin: () => void; end: () => void; isTooLarge: () => boolean } {
  let startBytes = 0;
  let isTooLarge = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      startBytes = socket.bytesRead;
      timer = setInterval(() => {
        isTooLarge = socket.bytesRead - startBytes > MAX_RESPONSE_BYTES;
        if (isTooLarge) socket.destroy();
      }, CHECK_MS);
    },
    end: () => clearInterval(timer),
    isTooLarge: () => isTooLarge,
  };
}

/** Opens a connection to the checked address, passes it to `work` and always closes it. */
export async function* withSession<T>(
  settings: PostgresSettings,
  ctx: ConnectorContext,
  work: (session: Session) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const { address } = await ctx.resolveAndPin(settings.host, settings.port);
  ctx.signal.throwIfAborted();
  const socket = plainSocket();
  const { password = "" } = settings;
  const client = new pg.Client({
    host: address,
    port: settings.port,
    database: settings.database,
    user: settings.user,
    // A function, because an empty password makes pg read PGPASSWORD and ~/.pgpass.
    password: () => password,
    ssl: toTlsConfig(settings, address === settings.host),
    sslnegotiation: "postgres",
    options: "-c default_transaction_read_only=on",
    application_name: "muster",
    client_encoding: "UTF8",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    stream: () => socket,
    types: asText,
  });
  let lostConnection: Error | undefined;
  client.on("error", (error) => {
    lostConnection ??= error;
  });
  const destroy = () => socket.destroy();
  ctx.signal.addEventListener("abort", destroy);
  const sizeWatch = watchSize(socket);
  const rows: Session["rows"] = async (text, values) => {
    sizeWatch.begin();
    try {
      const result = await client.query({ text, values: values ? [...values] : undefined, rowMode: "array" });
      return Array.isArray(result) ? [] : (result.rows as (string | null)[][]);
    } catch (error) {
      if (sizeWatch.isTooLarge())
        throw new ConnectorError(
          "too_large",
          "PostgreSQL sent too much data at a time. Choose fewer fields for this stream.",
        );
      throw lostConnection ?? error;
    } finally {
      sizeWatch.end();
    }
  };
  try {
    await client.connect();
    await rows(SETUP);
    yield* work({ rows, bytesRead: () => socket.bytesRead });
  } finally {
    ctx.signal.removeEventListener("abort", destroy);
    await Promise.race([
      client.end().catch(() => undefined),
      new Promise((timeout) => setTimeout(timeout, 2_000).unref()),
    ]);
    socket.destroy();
  }
}

/** The same for work that returns one value. */
export async function inSession<T>(
  settings: PostgresSettings,
  ctx: ConnectorContext,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const results = withSession(settings, ctx, async function* (session) {
    yield await work(session);
  });
  for await (const result of results) return result;
  throw new ConnectorError("unknown", "PostgreSQL didn't respond.");
}

/** Quotes an SQL identifier. */
export const quoteIdentifier = (name: string): string => pg.escapeIdentifier(name);
