import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/muster-process";

interface NpmProcess {
  url: string;
  /** From the command to the response with the first page. */
  readyMs: number;
}

const timeoutMs = 240_000;

/** Runs with `npm run <script>` in a folder, once the first page is served. */
export async function withNpm<T>(
  folder: string,
  script: string,
  variables: Record<string, string>,
  work: (server: NpmProcess) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn("npm", ["run", "--silent", script], {
    cwd: folder,
    detached: true,
    stdio: "ignore",
    env: { ...process.env, PORT: String(port), DATA_DIR: join(folder, ".data"), APP_URL: "", ...variables },
  });
  const pid = child.pid ?? 0;
  const ended = once(child, "close");
  const url = `http://localhost:${port}`;
  try {
    for (;;) {
      const response = await fetch(`${url}/login`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) break;
      if (child.exitCode !== null || performance.now() - started > timeoutMs)
        throw new Error(`npm run ${script} served no page.`);
      await sleep(20);
    }
    return await work({ url, readyMs: performance.now() - started });
  } finally {
    if (child.exitCode === null) process.kill(-pid, "SIGTERM");
    await ended;
  }
}
