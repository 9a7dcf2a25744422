import type { Pool, PoolClient } from "pg";
import { log } from "../log";
import { sessionChannel } from "./events";
import { tickRemoteText, wake } from "./hub";
import { currentWorker } from "./worker";

const runChannel = "muster_runs";
const tickMs = 250;
const retryMs = 1_000;

/** Hears what other processes write and want: new events, new runs, cancels. Answers the way to stop. */
export function startListening(pool: Pool): () => Promise<void> {
  let client: PoolClient | undefined;
  let stopped = false;
  let ticking = false;
  const connect = async (): Promise<void> => {
    if (stopped) return;
    try {
      client = await pool.connect();
      client.on("notification", ({ channel, payload = "" }) => hear(channel, payload));
      client.once("error", () => {
        client?.release(true);
        client = undefined;
        setTimeout(() => void connect(), retryMs);
      });
      await client.query(`listen ${sessionChannel}; listen ${runChannel}`);
    } catch (error) {
      log().warn({ err: error }, "listening to the database failed");
      setTimeout(() => void connect(), retryMs);
    }
  };
  void connect();
  const timer = setInterval(() => {
    if (ticking) return;
    ticking = true;
    tickRemoteText()
      .catch(() => undefined)
      .finally(() => {
        ticking = false;
      });
  }, tickMs);
  return async () => {
    stopped = true;
    clearInterval(timer);
    client?.removeAllListeners();
    client?.release(true);
  };
}

function hear(channel: string, payload: string): void {
  if (channel === sessionChannel) {
    wake(payload);
    return;
  }
  const [what, runId] = payload.split(":");
  if (what === "cancel" && runId) currentWorker()?.cancel(runId);
  else currentWorker()?.wake();
}
