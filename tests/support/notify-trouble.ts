import { expect } from "vitest";
import { testDatabase } from "./database";

/**
 * Lets every NOTIFY of this file's own database do this, in PL/pgSQL, until the function that is returned is called. For a
 * file with a database of its own.
 */
export async function replaceNotify(statement: string): Promise<() => Promise<unknown>> {
  const { pool } = await testDatabase();
  // Stands before PostgreSQL's own for new connections.
  await pool.query("alter role current_user set search_path = public, pg_catalog");
  await pool.query(
    `create function public.pg_notify(text, text) returns void language plpgsql as $$ begin ${statement}; end $$`,
  );
  const others = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  await pool.query(`select pg_terminate_backend(pid) ${others}`);
  await pool.query("select pg_terminate_backend(pg_backend_pid())").catch(() => undefined);
  const found = () =>
    pool.query("select 'pg_notify(text,text)'::regprocedure::oid >= 16384 own").then(
      ({ rows }) => rows[0].own,
      () => false,
    );
  for (let times = 0; times < 5; times += 1) await expect.poll(found).toBe(true);
  return () => pool.query("drop function public.pg_notify(text, text)");
}
