import type { Socket } from "node:net";
import pg from "pg";
import { plainSocket } from "../../outbound/plain-socket";
import { ConnectorError } from "../errors";
import type { ConnectorContext } from "../types";
import type { PostgresSettings } from "./settings";

const CONNECT_MS = 10_000;
/** Of one answer. Batches are far below; what is above is a server that means harm. */
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
const LOOK_MS = 200;

/** A read-only connection. Its values come as text. */
export interface Session {
  rows: (text: string, values?: readonly string[]) => Promise<(string | null)[][]>;
  /** Bytes that came so far, to learn how large rows are. */
  bytesRead: () => number;
}

/** Texts and dates that mean the same wherever the server stands, and nothing that the server's settings would change. */
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
  // The address is dialled, but the certificate is the name's. Without a name pg has the address checked.
  const name = literal ? {} : { servername: host, host };
  return { ...name, rejectUnauthorized: tls === "verify", ...(ca ? { ca } : {}) };
}

const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig;

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

/** Opens a connection to the checked address, gives it to `work` and closes it whatever happens. */
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
    // As a function: an empty one would make pg look into PGPASSWORD and ~/.pgpass.
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

/** The same for work that gives one answer. */
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

/** An identifier in SQL, whatever is in its name. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);
