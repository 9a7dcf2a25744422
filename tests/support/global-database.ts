import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { copyCluster } from "./cluster-template";

/**
 * One embedded server and one migrated database for a whole run, in a folder that is thrown away. A file that needs a
 * database of its own copies the same cluster, which is quicker than to make and migrate another.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "muster-run-"));
  chmodSync(folder, 0o755);
  // The workers that run the test files are started later and inherit these.
  delete process.env.DATABASE_URL;
  process.env.UPLOADS_DIR = join(folder, "uploads");
  process.env.TEST_CLUSTER = join(folder, "template");
  process.env.DATA_DIR = process.env.TEST_CLUSTER;
  const { openDatabase } = await import("@/lib/server/platform/db/client");
  await (await openDatabase()).close();
  process.env.DATA_DIR = folder;
  forgetEnv();
  copyCluster(folder);
  const database = await openDatabase();
  return async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
