import pg from "pg";
import { isErrno } from "../../errors/errno";

export interface EmbeddedConnection {
  /** The folder of the server's socket. */
  host: string;
  port: number;
  user: string;
  database: string;
}

/** Undefined when the server responds and the database exists; otherwise why not. */
export async function probe(connection: EmbeddedConnection): Promise<string | undefined> {
  try {
    await query({ ...connection, database: "postgres" }, async (client) => {
      const found = await client.query("select 1 from pg_database where datname = $1", [connection.database]);
      if (found.rowCount === 0) await client.query(`create database ${connection.database}`);
    });
    return undefined;
  } catch (error) {
    // Another process has just created it.
    if (isErrno(error, "42P04", "23505")) return "another process is creating the database";
    if (isErrno(error, "57P03") && error instanceof Error && error.message.includes("starting up"))
      return "starting up";
    return error instanceof Error ? error.message : String(error);
  }
}

async function query(connection: EmbeddedConnection, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  // Closed while idle: the following query reports the error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
