import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll } from "vitest";
import { type Database, openDatabase } from "@/lib/server/platform/db/client";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { getProvided, provide } from "@/lib/server/platform/process/registry";
import { afterFile } from "./cleanups";
import { copyCluster } from "./cluster-template";

/** The run's database. Nothing is wiped between tests: each makes its own team with random names. */
export const testDatabase = (): Promise<Database> => openDatabase();

/** Closes the process's database. What still runs in the background of a test file finds none, and opens no other. */
export async function closeDatabase(): Promise<void> {
  const opened = await getProvided<Promise<Database>>("database")?.catch(() => undefined);
  const closing = opened?.close();
  const none = Promise.reject(new Error("The test file has ended."));
  none.catch(() => undefined);
  provide("database", none);
  await closing;
}

/**
 * Opens the database that these variables lead to. One that is open is closed first: what still runs in the background
 * of an earlier test file may have opened this worker's.
 */
export async function openDatabaseOf(variables: Record<string, string>): Promise<Database> {
  await closeDatabase();
  Object.assign(process.env, variables);
  forgetEnv();
  provide("database", undefined);
  return openDatabase();
}

/** A database for this file alone, where workers of other test files must not take its runs. Called before other hooks. */
export function ownDatabase(): void {
  beforeAll(async () => {
    const ownFolder = mkdtempSync(join(tmpdir(), "muster-own-"));
    afterFile(async () => {
      await closeDatabase();
      rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });
    chmodSync(ownFolder, 0o755);
    copyCluster(ownFolder);
    await openDatabaseOf({ DATA_DIR: ownFolder, UPLOADS_DIR: join(ownFolder, "uploads") });
  });
}
