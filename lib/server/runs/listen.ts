import { setTimeout as sleep } from "node:timers/promises";
import { keepListening } from "../db/listener";
import { processId } from "../db/notify";
import type { TrackedPool } from "../db/pool";
import { currentIngest } from "../knowledge/pipeline/ingest-worker";
import { ingestChannel } from "../knowledge/pipeline/lease";
import { recoverFromGap } from "../realtime/after-gap";
import { hearLive, liveChannel } from "../realtime/broadcast";
import { sessionChannel } from "./events";
import { tickRemoteText, wake, wakeAll, wakeBehind } from "./hub";
import { runChannel } from "./lease";
import { currentWorker } from "./worker";

const tickMs = 250;
const behindMs = 5_000;
const readMs = 10_000;

/** Hears what other processes write and want: new events, new runs, cancels, cut connections. Answers the way to stop. */
export function startListening(pool: TrackedPool): () => Promise<void> {
  let ticking = false;
  const stopListening = keepListening(pool, {
    channels: [sessionChannel, runChannel, liveChannel, ingestChannel],
    onNotification: hear,
    onConnected: (afterGap) => {
      const read = wakeAll();
      currentWorker()?.wake();
      currentIngest()?.wake();
      if (afterGap) recoverFromGap();
      // One that cannot go on must not keep the process from being ready.
      return Promise.race([read, sleep(readMs, undefined, { ref: false })]);
    },
  });
  const timer = setInterval(() => {
    if (ticking) return;
    ticking = true;
    tickRemoteText()
      .catch(() => undefined)
      .finally(() => {
        ticking = false;
      });
  }, tickMs);
  const behind = setInterval(() => void wakeBehind().catch(() => undefined), behindMs);
  return async () => {
    clearInterval(timer);
    clearInterval(behind);
    await stopListening();
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
