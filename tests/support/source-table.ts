import pg from "pg";
import { ownPostgres } from "./own-postgres";

/** A table of articles in a PostgreSQL of its own, as a source to sync. */
export interface SourceTable {
  pool: pg.Pool;
  /** The settings of the connector. */
  config: Record<string, unknown>;
  stop(): Promise<void>;
}

export async function sourceTable(): Promise<SourceTable> {
  const server = await ownPostgres();
  const address = await server.database();
  const url = new URL(address);
  const pool = new pg.Pool({ connectionString: address, max: 2 });
  await pool.query(
    "create table articles (id int primary key, title text not null, body text not null, changed timestamptz not null default now())",
  );
  return {
    pool,
    config: {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      tls: "off",
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    },
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}

/** Puts so many articles there, all of them saying which version they are. */
export async function writeArticles({ pool }: SourceTable, count: number, version: number): Promise<void> {
  await pool.query(
    `insert into articles (id, title, body, changed)
     select n, 'Article ' || n, 'Version ' || $2::int || ' of article number ' || n || ' about harbours and bread.', now()
     from generate_series(1, $1::int) n
     on conflict (id) do update set body = excluded.body, changed = excluded.changed`,
    [count, version],
  );
}
