import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { OwnPostgres } from "./own-postgres";

/** No room, too many connections, a statement cut off, conflicts, an error of the disk. */
const codes = ["53100", "53300", "57014", "40001", "40P01", "55P03", "58030"];

/** Lets writes to these tables fail, each with the next code, between `begin` and `end`. */
export async function failingWrites(pool: pg.Pool, tables: readonly string[]) {
  await pool.query(`
    create table trouble (here bool);
    create sequence failures;
    create function fail() returns trigger language plpgsql security definer as $$
      declare n bigint;
      begin
        if not exists (select from trouble) then return new; end if;
        n := nextval('failures');
        raise exception 'trouble' using errcode = ('{${codes.join(",")}}'::text[])[1 + n % ${codes.length}];
      end $$;`);
  for (const table of tables)
    await pool.query(`create trigger trouble before insert or update on ${table} for each row execute function fail()`);
  return {
    begin: () => pool.query("insert into trouble values (true)"),
    end: () => pool.query("truncate trouble"),
    /** How many writes have failed so far. */
    count: async () => Number((await pool.query("select last_value from failures")).rows[0].last_value),
  };
}

/** Ends the connections of whoever uses the server, and lets them open none while work is done. */
export async function withoutConnections(postgres: OwnPostgres, work: () => Promise<unknown>): Promise<void> {
  await postgres.administer("alter role operator connection limit 0");
  try {
    await postgres.administer("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'operator'");
    await work();
  } finally {
    await postgres.administer("alter role operator connection limit -1");
  }
}

/** Keeps everybody from a table and cuts off each statement that waits for it, for so long. */
export async function withoutTable(postgres: OwnPostgres, pool: pg.Pool, table: string, ms: number): Promise<void> {
  const holder = await pool.connect();
  const until = performance.now() + ms;
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    while (performance.now() < until) {
      await postgres.administer("select pg_cancel_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'");
      await sleep(100);
    }
  } finally {
    await holder.query("rollback");
    holder.release();
  }
}
