import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type MusterOptions, type MusterProcess, startMuster } from "../support/muster-process";

/** A folder to throw away that the database's user can enter. */
export function throwAwayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "muster-bench-"));
  chmodSync(folder, 0o755);
  return folder;
}

export const removeFolder = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

/** A server as users run it, but for limits that a benchmark from one address would meet. */
export const startServer = (options: MusterOptions): Promise<MusterProcess> =>
  startMuster({
    ...options,
    variables: { RATE_LIMIT_SCALE: "100000", OUTBOUND_ALLOW: "127.0.0.1", ...options.variables },
  });

/** Runs with a server on empty data, and takes both away afterwards. */
export async function withServer<T>(
  variables: Record<string, string>,
  work: (server: MusterProcess, dataDir: string) => Promise<T>,
): Promise<T> {
  const dataDir = throwAwayFolder();
  try {
    const server = await startServer({ dataDir, variables });
    try {
      return await work(server, dataDir);
    } finally {
      await server.stop();
      if (server.output().trim()) console.info(`The server said:\n${server.output().slice(-4_000)}`);
    }
  } finally {
    removeFolder(dataDir);
  }
}
