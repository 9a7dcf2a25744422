import { readFileSync } from "node:fs";
import type { PoolConfig } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createPool } from "@/lib/server/platform/db/connection/pool";
import { migrateDatabase } from "@/lib/server/platform/db/migrate/migrate";
import { testDatabase } from "../support/database";

/** An empty database on the run's server. */
async function emptyDatabase(name: string): Promise<PoolConfig> {
  const { pool } = await testDatabase();
  await pool.query(`create database ${name}`);
  onTestFinished(async () => void (await pool.query(`drop database ${name} with (force)`)));
  return { ...pool.options, database: name };
}

test("four processes' worth of migrations at once leave each migration applied once", async () => {
  const config = await emptyDatabase("migrations_at_once");
  const pools = Array.from({ length: 4 }, () => createPool(config));
  await Promise.all(pools.map((pool) => migrateDatabase(pool)));
  const journal: unknown = JSON.parse(readFileSync("lib/server/platform/db/migrations/meta/_journal.json", "utf8"));
  const expected = journal && typeof journal === "object" && "entries" in journal ? journal.entries : [];
  const applied = await pools[0]?.query("select hash from drizzle.__drizzle_migrations");
  expect(applied?.rowCount).toBe(Array.isArray(expected) ? expected.length : 0);
  expect(applied?.rowCount).toBeGreaterThan(0);
  const locks = await pools[0]?.query("select 1 from pg_locks where locktype = 'advisory'");
  expect(locks?.rowCount).toBe(0);
  await Promise.all(pools.map((pool) => pool.end()));
});

test("a migration that fails lets the next one try", async () => {
  const config = await emptyDatabase("migrations_failing");
  const pool = createPool({ ...config, max: 1 });
  await pool.query("create table settings (name text)");
  await expect(migrateDatabase(pool)).rejects.toThrow();
  await pool.query("drop table settings");
  await migrateDatabase(pool);
  expect((await pool.query("select 1 from settings")).rowCount).toBe(0);
  await pool.end();
});
