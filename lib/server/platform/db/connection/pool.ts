import pg from "pg";
import { type Backend, type Connections, trackConnections } from "./connections";
import { sendTogether } from "./pipeline";
import { prepareStatements, unnameStatements } from "./prepared";
import { type Runner, shareConnection } from "./shared-connection";

/** Keepalive probes detect vanished peers, and keep connections alive in firewalls. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Limits of server sessions: for runaway statements, and transactions left open by vanished clients. Set by a statement,
 * because connection poolers reject startup parameters. Limits set by the database's operator are kept.
 */
const serverLimits = `
select set_config(name, '5min', false) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0';
set tcp_keepalives_idle = 10;
set tcp_keepalives_interval = 5;
set tcp_keepalives_count = 3`;

/** For sessions with unlimited statements and transactions. */
export const noLimits = "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";

const ownBackend = `
select pid, extract(epoch from backend_start)::text started from pg_stat_activity where pid = pg_backend_pid()`;

const setupMs = 10_000;

interface PoolEvents {
  onDestroyed?: () => void;
  /** Limits statements and transactions: for servers, not for backups and moves. */
  limited?: boolean | undefined;
  /**
   * The address without a pooler. The pooler may give each transaction another session, so that nothing of a session is used:
   * prepared statements, settings, and the process ID, which detects lost connections.
   */
  directUrl?: string | undefined;
}

export interface TrackedPool extends pg.Pool {
  connections: Connections;
  directUrl?: string | undefined;
  /** For short reads. */
  short?: Runner;
}

/** Options of a connection that keeps its session. */
export const sessionOptions = ({
  options,
  directUrl,
}: pg.Pool & { directUrl?: string | undefined }): pg.ClientConfig => ({
  ...options,
  ...(directUrl && { connectionString: directUrl }),
});

/** A connection of its own, for locks of a session. */
export async function openSession(pool: TrackedPool): Promise<pg.Client> {
  const client = new pg.Client(sessionOptions(pool));
  // Closed while idle: the following query reports the error.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** A pool that survives closed connections: each client may fail at any time, even while being closed. */
export function createPool(
  config: pg.PoolConfig,
  { onDestroyed = () => undefined, limited = false, directUrl }: PoolEvents = {},
) {
  const pool = new pg.Pool({
    application_name: "muster",
    connectionTimeoutMillis: 10_000,
    // Backups and moves copy tables, which a pipeline cannot.
    pipeline: limited,
    ...keepAlive,
    ...config,
    onConnect: async (client) => {
      if (directUrl) return;
      const setup = { text: limited ? `${serverLimits}; ${ownBackend}` : ownBackend, query_timeout: setupMs };
      const results = [await client.query<Backend>(setup)].flat();
      const backend = results.at(-1)?.rows[0];
      if (backend) connections.add(client as pg.PoolClient, backend);
    },
  });
  const connections = trackConnections(pool);
  pool.on("error", onDestroyed);
  // `pool.end()` does not wait for its sockets, and the pool removes its listeners from closing clients.
  // A client in use has no listener of the pool either.
  pool.on("connect", (client) => {
    client.on("error", onDestroyed);
    if (limited) sendTogether(client);
    if (directUrl) unnameStatements(client);
    else prepareStatements(client);
  });
  return Object.assign(pool, { connections, directUrl }, limited && { short: shareConnection(pool) });
}
