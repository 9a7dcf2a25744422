import type { Pool, PoolClient } from "pg";
import { processId } from "../db/notify";
import { currentIngest } from "../knowledge/pipeline/ingest-worker";
import { ingestChannel } from "../knowledge/pipeline/lease";
import { log } from "../log";
import { hearLive, liveChannel } from "../realtime/broadcast";
import { sessionChannel } from "./events";
import { tickRemoteText, wake, wakeAll } from "./hub";

import { runChannel } from "./lease";
import { currentWorker } from "./worker";

const tickMs = 250;
const retryMs = 1_000;

/** Hears what other processes write and want: new events, new runs, cancels, cut connections. Answers the way to stop. */
export function startListening(pool: Pool): () => Promise<void> {
  let client: PoolClient | undefined;
  let stopped = false;
  let ticking = false;
  const later = () => setTimeout(() => void connect(), retryMs).unref();
  const connect = async (): Promise<void> => {
    if (stopped) return;
    try {
      const connected = await pool.connect();
      if (stopped) return connected.release(true);
      client = connected;
      connected.on("notification", ({ channel, payload = "" }) => hear(channel, payload));
      connected.once("error", () => {
        connected.release(true);
        client = undefined;
        later();
      });
      await connected.query(
        `listen ${sessionChannel}; listen ${runChannel}; listen ${liveChannel}; listen ${ingestChannel}`,
      );
      wakeAll();
      currentWorker()?.wake();
      currentIngest()?.wake();
    } catch (error) {
      log().warn({ err: error }, "listening to the database failed");
      later();
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

/** Payloads begin with the sender's process id: what this process has said, it knows already. */
function hear(channel: string, payload: string): void {
  const [sender, rest = ""] = split(payload);
  if (channel === runChannel) {
    if (rest.startsWith("cancel:")) currentWorker()?.cancel(rest.slice("cancel:".length));
    else currentWorker()?.wake();
  } else if (sender === processId()) return;
  else if (channel === ingestChannel) currentIngest()?.wake();
  else if (channel === sessionChannel) wake(rest);
  else hearLive(rest);
}

function split(payload: string): [string, string] {
  const at = payload.indexOf(" ");
  return [payload.slice(0, at), payload.slice(at + 1)];
}
