import pg from "pg";
import { type Backend, type Connections, trackConnections } from "./connections";
import { prepareStatements } from "./prepared";

/** Keepalive probes tell a peer that has vanished without a word, and keep firewalls from forgetting the connection. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Bounds for the sessions of a server: a statement that runs wild, and what a client that is gone has left open. Set by a
 * statement, as connection poolers refuse them as startup parameters. Limits that whoever runs the database has set stay.
 */
const serverLimits = `
select set_config(name, '5min', false) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0';
set tcp_keepalives_idle = 10;
set tcp_keepalives_interval = 5;
set tcp_keepalives_count = 3`;

/** For a session whose statements and transactions may take as long as they need. */
export const noLimits = "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";

const ownBackend = `
select pid, extract(epoch from backend_start)::text started from pg_stat_activity where pid = pg_backend_pid()`;

const setupMs = 10_000;

export interface PoolEvents {
  onCut?: () => void;
  /** Statements and transactions are bounded: for the work of a server, not for backups and moves. */
  limited?: boolean | undefined;
}

export interface TrackedPool extends pg.Pool {
  connections: Connections;
}

/** A pool that survives cut connections: each of its clients may fail at any time, also while it is being closed. */
export function createPool(config: pg.PoolConfig, { onCut = () => undefined, limited = false }: PoolEvents = {}) {
  const pool = new pg.Pool({
    application_name: "muster",
    connectionTimeoutMillis: 10_000,
    ...keepAlive,
    ...config,
    onConnect: async (client) => {
      const setup = { text: limited ? `${serverLimits}; ${ownBackend}` : ownBackend, query_timeout: setupMs };
      const results = [await client.query<Backend>(setup)].flat();
      const backend = results.at(-1)?.rows[0];
      if (backend) connections.add(client as pg.PoolClient, backend);
    },
  });
  const connections = trackConnections(pool);
  pool.on("error", onCut);
  // `pool.end()` does not wait for its sockets, and a closing client has no listener of the pool's any more.
  // And a client in use tells only its user and itself.
  pool.on("connect", (client) => {
    client.on("error", onCut);
    prepareStatements(client);
  });
  return Object.assign(pool, { connections });
}
