import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Database, openDatabase } from "@/lib/server/platform/db/client";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { copyCluster } from "./cluster-template";

let opened: Promise<Database> | undefined;
let ownFolder: string | undefined;

/** The run's database. Nothing is wiped between tests: each makes its own team with random names. */
export function testDatabase(): Promise<Database> {
  opened ??= openDatabase();
  return opened;
}

/** A database for this file alone, where workers of other test files must not take its runs. Called before other hooks. */
export function ownDatabase(): void {
  beforeAll(async () => {
    ownFolder = mkdtempSync(join(tmpdir(), "muster-own-"));
    chmodSync(ownFolder, 0o755);
    process.env.DATA_DIR = ownFolder;
    process.env.UPLOADS_DIR = join(ownFolder, "uploads");
    forgetEnv();
    copyCluster(ownFolder);
    await testDatabase();
  });
}

afterAll(async () => {
  await (await opened)?.close();
  opened = undefined;
  if (ownFolder) rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});
