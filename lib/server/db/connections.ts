import type { Socket } from "node:net";
import type pg from "pg";

/** A server's process, by what no other has: numbers are given again, and by another server after a failover. */
export interface Backend {
  pid: number;
  /** Seconds since 1970, as PostgreSQL writes them. */
  started: string;
}

interface Connection {
  client: pg.PoolClient;
  backend: Backend;
  /** What had been received at the last look, while a statement was under way; null: none was. */
  received: number | null;
  /** Looks in a row at which the server knew of no such statement. */
  strikes: number;
  inUse: boolean;
}

export interface Connections {
  add(client: pg.PoolClient, backend: Backend): void;
  /** Backends whose statement has brought nothing since the last look. */
  findQuiet(): Backend[];
  /** Cuts those of the quiet ones that, at two looks in a row, the server was not working for: their answer is lost. */
  dropLost(quiet: readonly Backend[], working: readonly number[]): Backend[];
  /** Cuts what nobody uses at the moment. */
  dropIdle(): void;
}

const giveBackMs = 1_000;

/** What pg's client has and its types leave out. */
interface Inside {
  /** False from a statement's submission to its end. */
  readyForQuery: boolean;
  connection: { stream: Socket };
}
const insideOf = (client: pg.ClientBase): Inside => client as unknown as Inside;

const lost = () =>
  Object.assign(new Error("The connection to the database was lost without a word."), { code: "ECONNRESET" });

/** Cuts a connection; whoever waits for a statement on it gets an error that a retry may mend. */
export const cutConnection = (client: pg.ClientBase): void => {
  insideOf(client).connection.stream.destroy(lost());
};

/** Keeps an eye on a pool's connections, so that those that a failover left hanging can be told from slow statements. */
export function trackConnections(pool: pg.Pool): Connections {
  const all = new Map<pg.PoolClient, Connection>();
  // Also those that have ended, whose users may still give them back.
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
        // drizzle does not release a client on which `begin` has failed: its place in the pool would be gone for good.
        setTimeout(() => {
          if (connection.inUse) giveBack(client);
        }, giveBackMs).unref();
      });
    },
    findQuiet() {
      const quiet: Backend[] = [];
      for (const connection of all.values()) {
        const { connection: inside, readyForQuery } = insideOf(connection.client);
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
        cutConnection(client);
        dropped.push(backend);
      }
      return dropped;
    },
    dropIdle() {
      for (const { client, inUse } of all.values()) if (!inUse) cutConnection(client);
    },
  };
}

/** Releases a client that has ended in its user's place, for whom releasing it becomes a matter of no effect. */
function giveBack(client: pg.PoolClient): void {
  const release = client.release.bind(client);
  client.release = () => undefined;
  release(true);
}
