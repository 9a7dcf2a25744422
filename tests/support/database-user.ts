/**
 * A process that uses the embedded database of DATA_DIR, for tests that kill it. Prints `ready`, then obeys lines on
 * its standard input: `query` asks the database until it answers and prints that, `close` leaves and ends.
 */
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@/lib/server/platform/db/client";

const database = await openDatabase();
await database.pool.query("select count(*) from settings");
console.log("ready");
for await (const line of createInterface({ input: process.stdin })) {
  if (line === "close") break;
  if (line === "query") console.log(`answer ${await ask()}`);
}
await database.close();
process.exit(0);

async function ask(): Promise<number | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const { rows } = await database.pool.query<{ one: number }>("select 1 as one");
      return rows[0]?.one;
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(50);
    }
  }
}
