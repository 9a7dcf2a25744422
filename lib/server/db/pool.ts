import pg from "pg";
import { prepareStatements } from "./prepared";

/** A pool that survives cut connections: each of its clients may fail at any time, also while it is being closed. */
export function createPool(config: pg.PoolConfig, onCut: () => void = () => undefined): pg.Pool {
  const pool = new pg.Pool({
    application_name: "muster",
    connectionTimeoutMillis: 10_000,
    ...config,
  });
  pool.on("error", onCut);
  // `pool.end()` does not wait for its sockets, and a closing client has no listener of the pool's any more.
  // And a client in use tells only its user and itself.
  pool.on("connect", (client) => {
    client.on("error", onCut);
    prepareStatements(client);
  });
  return pool;
}
