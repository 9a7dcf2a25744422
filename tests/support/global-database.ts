import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One embedded server and one migrated database for a whole run, in a folder that is thrown away. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "muster-run-"));
  chmodSync(folder, 0o755);
  // The workers that run the test files are started later and inherit these.
  process.env.DATA_DIR = folder;
  process.env.UPLOADS_DIR = join(folder, "uploads");
  delete process.env.DATABASE_URL;
  const { openDatabase } = await import("@/lib/server/db/client");
  const database = await openDatabase();
  return async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
}
