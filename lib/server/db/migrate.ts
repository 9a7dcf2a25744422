import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { Pool } from "pg";

/** Any number that only Muster's migrations use as an advisory lock. */
const lock = 7_738_201;

/** Brings the tables up to date. Processes that start at once wait for one another. */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let failed: unknown;
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
    const migrationsFolder = join(/* turbopackIgnore: true */ process.cwd(), "lib/server/db/migrations");
    await migrate(drizzle({ client }), { migrationsFolder });
    await client.query("select pg_advisory_unlock($1)", [lock]);
  } catch (error) {
    failed = error;
    throw error;
  } finally {
    // A connection that failed takes its lock with it.
    client.release(failed !== undefined);
  }
}
