import { afterAll } from "vitest";
import { type Database, openDatabase } from "@/lib/server/db/client";

let opened: Promise<Database> | undefined;

/** The run's database. Nothing is wiped between tests: each makes its own team with random names. */
export function testDatabase(): Promise<Database> {
  opened ??= openDatabase();
  return opened;
}

afterAll(async () => {
  await (await opened)?.close();
  opened = undefined;
});
