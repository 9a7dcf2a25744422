import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type MusterProcess, startMuster } from "../support/muster-process";
import { removeFolder, throwAwayFolder } from "./place";

const folder = join(import.meta.dirname, "bare");

/** An application with the same Next and nothing else: one page, one route that streams, one that answers a list. */
export async function withBareApp<T>(
  variables: Record<string, string>,
  work: (server: MusterProcess) => Promise<T>,
): Promise<T> {
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
