import type { Socket } from "node:net";
import type pg from "pg";

/** A server process with its start time: pids are reused, also by another server after a failover. */
export interface Backend {
  pid: number;
  /** Seconds since 1970, in PostgreSQL's format. */
  started: string;
}

interface Connection {
  client: pg.PoolClient;
  backend: Backend;
  /** Bytes received at the last check during a statement; null without one. */
  received: number | null;
  /** Consecutive checks in which the server reported no such statement. */
  strikes: number;
  inUse: boolean;
}

export interface Connections {
  add(client: pg.PoolClient, backend: Backend): void;
  /** Backends whose statement received nothing since the last check. */
  findQuiet(): Backend[];
  /** Closes the quiet connections whose backend was idle in two consecutive checks: their response is lost. */
  dropLost(quiet: readonly Backend[], working: readonly number[]): Backend[];
  dropIdle(): void;
}

const returnTimeoutMs = 1_000;

/** Members of pg's client that its types lack. */
interface ClientInternals {
  /** False while a statement is running. */
  readyForQuery: boolean;
  connection: { stream: Socket };
}
const toInternals = (client: pg.ClientBase): ClientInternals => client as pg.ClientBase & ClientInternals;

const lostConnection = () =>
  Object.assign(new Error("The connection to the database was lost silently."), { code: "ECONNRESET" });

/** Closes a connection; a pending statement fails with a retryable error. */
export const destroyConnection = (client: pg.ClientBase): void => {
  toInternals(client).connection.stream.destroy(lostConnection());
};

/** Monitors a pool's connections, to distinguish those hanging after a failover from slow statements. */
export function trackConnections(pool: pg.Pool): Connections {
  const all = new Map<pg.PoolClient, Connection>();
  // Includes closed ones, which may not have been released yet.
  const known = new WeakMap<pg.PoolClient, Connection>();
  const use = (inUse: boolean) => (client: pg.PoolClient) => {
    const connection = known.get(client);
    if (connection) connection.inUse = inUse;
  };
  pool.on("acquire", use(true));
  pool.on("release", (_error, client) => use(false)(client));
  return {
    add(client, backend) {
      const connection: Connection = { client, backend, received: null, strikes: 0, inUse: false };
      all.set(client, connection);
      known.set(client, connection);
      client.once("end", () => {
        all.delete(client);
        // drizzle does not release a client whose `begin` failed, which would leak a pool slot.
        setTimeout(() => {
          if (connection.inUse) returnConnection(client);
        }, returnTimeoutMs).unref();
      });
    },
    findQuiet() {
      const quiet: Backend[] = [];
      for (const connection of all.values()) {
        const { connection: inside, readyForQuery } = toInternals(connection.client);
        const received = readyForQuery ? null : inside.stream.bytesRead;
        if (received !== null && received === connection.received) quiet.push(connection.backend);
        else connection.strikes = 0;
        connection.received = received;
      }
      return quiet;
    },
    dropLost(quiet, working) {
      const dropped: Backend[] = [];
      for (const connection of all.values()) {
        const { backend, client } = connection;
        if (!quiet.includes(backend)) continue;
        connection.strikes = working.includes(backend.pid) ? 0 : connection.strikes + 1;
        if (connection.strikes < 2) continue;
        destroyConnection(client);
        dropped.push(backend);
      }
      return dropped;
    },
    dropIdle() {
      for (const { client, inUse } of all.values()) if (!inUse) destroyConnection(client);
    },
  };
}

/** Releases a closed client for its user, whose own release then has no effect. */
function returnConnection(client: pg.PoolClient): void {
  const release = client.release.bind(client);
  client.release = () => undefined;
  release(true);
}
