import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type MusterProcess, startMuster } from "../support/muster-process";
import { removeFolder, throwAwayFolder } from "./place";

/**
 * An application with the same Next and nothing else: one page, one route that streams, one that answers a list. The
 * list's route queries the database whose socket lies in the folder `BENCH_DATABASE`.
 */
export const withBareApp = <T>(
  variables: Record<string, string>,
  work: (server: MusterProcess) => Promise<T>,
): Promise<T> => withApp("bare", variables, work);

/**
 * The same with Muster's rewrites, its front guard and one short statement on the database of that folder: what is left
 * to a call that does nothing of its own.
 */
export const withWiredApp = <T>(dataDir: string, work: (server: MusterProcess) => Promise<T>): Promise<T> =>
  withApp("wired", { DATA_DIR: dataDir }, work);

async function withApp<T>(
  name: string,
  variables: Record<string, string>,
  work: (server: MusterProcess) => Promise<T>,
): Promise<T> {
  const folder = join(import.meta.dirname, name);
  const next = join(process.cwd(), "node_modules/next/dist/bin/next");
  const built = spawnSync(process.execPath, [next, "build", folder], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (built.status !== 0) throw new Error(`The bare application was not built:\n${built.stdout}${built.stderr}`);
  const dataDir = throwAwayFolder();
  const server = await startMuster({ dataDir, folder, variables });
  try {
    return await work(server);
  } finally {
    await server.stop();
    removeFolder(dataDir);
  }
}
