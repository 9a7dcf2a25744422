import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type Database, openDatabase } from "@/lib/server/platform/db/client";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { provide } from "@/lib/server/platform/process/registry";
import { copyCluster } from "./cluster-template";

function setDataFolder(folder: string): void {
  process.env.DATA_DIR = folder;
  forgetEnv();
}

/**
 * An embedded server and a migrated database for each worker of the run, in a folder that is deleted at its end. A file
 * that needs a database of its own copies the same cluster, which is faster than to create and migrate another.
 */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Once for both projects of API tests.
  if (process.env.TEST_DATABASES) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "muster-run-"));
  chmodSync(folder, 0o755);
  // The workers that run the test files are started later and inherit these.
  delete process.env.DATABASE_URL;
  process.env.TEST_DATABASES = folder;
  process.env.TEST_CLUSTER = join(folder, "template");
  setDataFolder(process.env.TEST_CLUSTER);
  await (await openDatabase()).close();
  const databases: Database[] = [];
  for (let worker = 1; worker <= vitest.config.maxWorkers; worker += 1) {
    const own = join(folder, String(worker));
    mkdirSync(own, { mode: 0o755 });
    copyCluster(own);
    setDataFolder(own);
    databases.push(await openDatabase());
    provide("database", undefined);
  }
  return async () => {
    for (const database of databases) await database.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
