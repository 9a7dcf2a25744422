import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import { onTestFinished } from "vitest";
import { connectEmbedded } from "@/lib/server/platform/db/connection/connect";
import { startProcess } from "./processes";

/** A data folder that goes away with the test, after its database has ended. */
export function dataFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `muster-${name}-`));
  chmodSync(folder, 0o755);
  onTestFinished(async () => {
    await databaseEnded(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  return folder;
}

export async function databaseEnded(folder: string): Promise<void> {
  const lock = join(folder, "postgres/postmaster.pid");
  for (let i = 0; i < 500 && existsSync(lock) && readFileSync(lock, "utf8"); i += 1) await sleep(20);
}

/** Asks the embedded database of a folder, as it stands. */
export async function withDatabase<T>(folder: string, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const { pool, close } = await connectEmbedded(folder, () => undefined);
  try {
    const client = await pool.connect();
    return await work(client).finally(() => client.release(true));
  } finally {
    await close();
  }
}

/** Runs a command of package.json's on a folder, in a process of its own. */
export async function run(script: string, folder: string, args: string[] = [], variables: Record<string, string> = {}) {
  const own = { DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads"), LOG_LEVEL: "error" };
  const started = startProcess(`lib/scripts/${script}.ts`, { ...own, ...variables }, process.cwd(), args);
  const code = await started.exit();
  return { code, output: started.output() };
}
