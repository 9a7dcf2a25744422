import type { Socket } from "node:net";
import pg from "pg";
import { plainSocket } from "../../../platform/outbound/plain-socket";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext } from "../shared/types";
import type { PostgresSettings } from "./settings";

const CONNECT_MS = 10_000;
/** Per response. Batches are far smaller; more means a malicious server. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
const LOOK_MS = 200;

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

function tlsOf({ tls, ca, host }: PostgresSettings, literal: boolean): pg.ClientConfig["ssl"] {
  if (tls === "off") return false;
  // The checked address is dialed, but the certificate must match the name. Without a name pg verifies the address.
  const name = literal ? {} : { servername: host, host };
  return { ...name, rejectUnauthorized: tls === "verify", ...(ca ? { ca } : {}) };
}

const asText: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value };

function watch(socket: Socket): { begin: () => void; end: () => void; tooMuch: () => boolean } {
  let from = 0;
  let over = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    begin() {
      from = socket.bytesRead;
      timer = setInterval(() => {
        over = socket.bytesRead - from > MAX_ANSWER_BYTES;
        if (over) socket.destroy();
      }, LOOK_MS);
    },
    end: () => clearInterval(timer),
    tooMuch: () => over,
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
    ssl: tlsOf(settings, address === settings.host),
    sslnegotiation: "postgres",
    options: "-c default_transaction_read_only=on",
    application_name: "muster",
    client_encoding: "UTF8",
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    stream: () => socket,
    types: asText,
  });
  let broken: Error | undefined;
  client.on("error", (error) => {
    broken ??= error;
  });
  const stop = () => socket.destroy();
  ctx.signal.addEventListener("abort", stop);
  const watched = watch(socket);
  const rows: Session["rows"] = async (text, values) => {
    watched.begin();
    try {
      const result = await client.query({ text, values: values ? [...values] : undefined, rowMode: "array" });
      return Array.isArray(result) ? [] : (result.rows as (string | null)[][]);
    } catch (error) {
      if (watched.tooMuch())
        throw new ConnectorError(
          "too_large",
          "PostgreSQL sent far more at once than can be read. Choose fewer fields of this stream.",
        );
      throw broken ?? error;
    } finally {
      watched.end();
    }
  };
  try {
    await client.connect();
    await rows(SETUP);
    yield* work({ rows, bytesRead: () => socket.bytesRead });
  } finally {
    ctx.signal.removeEventListener("abort", stop);
    await Promise.race([client.end().catch(() => undefined), new Promise((late) => setTimeout(late, 2_000).unref())]);
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
  throw new ConnectorError("unknown", "PostgreSQL gave no answer.");
}

/** Quotes an SQL identifier. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);
