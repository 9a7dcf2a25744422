import { setTimeout as sleep } from "node:timers/promises";
import { resyncAfterGap } from "../access/broadcast/after-gap";
import { liveChannel, receiveLiveMessage } from "../access/broadcast/broadcast";
import { ingestChannel } from "../engine/knowledge/pipeline/work/lease";
import { currentIngest } from "../engine/knowledge/pipeline/work/wake";
import { runChannel } from "../engine/runs/lease/lease";
import { sessionChannel } from "../engine/runs/log/events";
import { wakeAll, wakeLagging, wakeSession } from "../engine/runs/log/hub";
import { pollRemoteText } from "../engine/runs/log/live-text";
import { currentWorker } from "../engine/runs/worker";
import type { TrackedPool } from "../platform/db/connection/pool";
import { listenForever, type Subscription } from "../platform/db/notify/listener";

const tickMs = 250;
const behindMs = 5_000;
const readMs = 10_000;

const subscriptions: Subscription[] = [
  { channel: runChannel, includeOwn: true, onMessage: onRunMessage },
  { channel: ingestChannel, onMessage: () => currentIngest()?.wake() },
  { channel: sessionChannel, onMessage: wakeSession },
  { channel: liveChannel, onMessage: receiveLiveMessage },
];

/** Subscribes to other processes' notifications: new events, new runs, cancellations, disconnects. Returns a function to stop. */
export function startListening(pool: TrackedPool): () => Promise<void> {
  let ticking = false;
  const stopListening = listenForever(pool, {
    subscriptions,
    onConnected: (afterGap) => {
      const read = wakeAll();
      currentWorker()?.wake();
      currentIngest()?.wake();
      if (afterGap) resyncAfterGap();
      // A failing reader must not keep the process from becoming ready.
      return Promise.race([read, sleep(readMs, undefined, { ref: false })]);
    },
  });
  const timer = setInterval(() => {
    if (ticking) return;
    ticking = true;
    pollRemoteText()
      .catch(() => undefined)
      .finally(() => {
        ticking = false;
      });
  }, tickMs);
  const behind = setInterval(() => void wakeLagging().catch(() => undefined), behindMs);
  return async () => {
    clearInterval(timer);
    clearInterval(behind);
    await stopListening();
  };
}

function onRunMessage(text: string): void {
  if (text.startsWith("cancel:")) currentWorker()?.cancel(text.slice("cancel:".length));
  else currentWorker()?.wake();
}
