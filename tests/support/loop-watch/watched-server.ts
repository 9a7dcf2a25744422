import { join } from "node:path";
import { freePort } from "../free-port";
import { type Ending, startServer } from "../many-processes";
import { portVariable, type Report } from "./shared";

/** A report is waited for so long; then the loop counts as stuck. */
const patienceMs = 60_000;

export interface WatchedServer extends Ending {
  url: string;
  /** Of the time since the last report, once the loop is free again. */
  report(): Promise<Report>;
  /** Does the work and says where most of the server's time went meanwhile. */
  profiled(work: () => Promise<unknown>): Promise<string>;
}

/** A server as a process of its own, with a watchdog on its event loop. */
export async function startWatched(variables: Record<string, string>): Promise<WatchedServer> {
  const port = await freePort();
  const server = await startServer({
    LOG_LEVEL: "error",
    RATE_LIMIT_SCALE: "10000",
    ...variables,
    NODE_OPTIONS: `--import ${join(process.cwd(), "tests/support/loop-watch/preload.ts")}`,
    [portVariable]: String(port),
  });
  const ask = async <T>(path: string): Promise<T> => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  return {
    ...server,
    report: () => ask<Report>(`/report?withinMs=${patienceMs}`),
    async profiled(work) {
      await ask("/profile/start");
      await work().catch(() => undefined);
      return ask<string>("/profile/end");
    },
  };
}
