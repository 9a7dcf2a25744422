import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/muster-process";

interface NpmProcess {
  url: string;
  /** From the command to the first successful response of the path. */
  readyMs: number;
}

const readyTimeoutMs = 10 * 60_000;
const endTimeoutMs = 20_000;

/** Runs with `npm run <script>` in a folder, once a path is served. */
export async function withNpm<T>(
  folder: string,
  { script, path, variables = {} }: { script: string; path: string; variables?: Record<string, string> },
  work: (server: NpmProcess) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const folders = { DATA_DIR: join(folder, ".data"), UPLOADS_DIR: join(folder, "uploads") };
  const env = { ...process.env, ...folders, PORT: String(port), APP_URL: "", LOG_LEVEL: "error", ...variables };
  const started = performance.now();
  // A group of its own: npm passes no signal on to what it started.
  const child = spawn("npm", ["run", "--silent", script], { cwd: folder, detached: true, env, stdio: "ignore" });
  try {
    for (;;) {
      const response = await fetch(url + path).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) break;
      if (child.exitCode !== null || performance.now() - started > readyTimeoutMs)
        throw new Error(`npm run ${script} did not serve ${path}.`);
      await sleep(20);
    }
    return await work({ url, readyMs: performance.now() - started });
  } finally {
    if (child.pid) await endGroup(child.pid);
  }
}

/** Ends a group of processes, in the end by SIGKILL; resolves once none is left. */
async function endGroup(leader: number): Promise<void> {
  try {
    process.kill(-leader, "SIGTERM");
    const until = Date.now() + endTimeoutMs;
    for (;;) {
      await sleep(50);
      process.kill(-leader, Date.now() < until ? 0 : "SIGKILL");
    }
  } catch {
    // The group no longer exists.
  }
}
