import { setTimeout as sleep } from "node:timers/promises";
import { resyncAfterGap } from "../access/broadcast/after-gap";
import { liveChannel, receiveLiveMessage } from "../access/broadcast/broadcast";
import { ingestChannel } from "../engine/knowledge/pipeline/work/lease";
import { currentIngest } from "../engine/knowledge/pipeline/work/wake";
import { runChannel } from "../engine/runs/lease/lease";
import { ownRunChannel } from "../engine/runs/lease/wake-worker";
import { wakeAll, wakeLagging, wakeSession } from "../engine/runs/log/hub";
import { pollRemoteText, pollSilentText } from "../engine/runs/log/live-text";
import {
  findRemoteReaders,
  noteRemoteReaders,
  ownSessionChannel,
  readersChannel,
} from "../engine/runs/log/remote-readers";
import { ownTextChannel, receiveText } from "../engine/runs/log/remote-text";
import { currentWorker } from "../engine/runs/worker";
import type { TrackedPool } from "../platform/db/connection/pool";
import { listenForever, type Subscription } from "../platform/db/notify/listener";
import { receiveStored, skipStored } from "../platform/db/notify/stored-messages";

const behindMs = 5_000;
const silentMs = 1_000;
const readMs = 10_000;

const subscriptions = (): Subscription[] => [
  { channel: runChannel, includeOwn: true, onMessage: cancelRun },
  { channel: ownRunChannel(), onMessage: () => currentWorker()?.wake() },
  { channel: ingestChannel, onMessage: () => currentIngest()?.wake() },
  { channel: readersChannel, onMessage: noteRemoteReaders },
  { channel: ownSessionChannel(), onMessage: wakeSession },
  { channel: ownTextChannel(), onMessage: receiveText },
  { channel: liveChannel, onMessage: (payload) => void receiveStored(payload, receiveLiveMessage) },
];

/** Subscribes to other processes' notifications: new events, new runs, cancellations, disconnects. Returns a function to stop. */
export function startListening(pool: TrackedPool): () => Promise<void> {
  const stopListening = listenForever(pool, {
    subscriptions: subscriptions(),
    onConnected: async (gapMs) => {
      const read = wakeAll();
      currentWorker()?.wake();
      currentIngest()?.wake();
      await findRemoteReaders();
      await (gapMs === null ? skipStored() : resyncAfterGap(gapMs));
      // A failing reader must not keep the process from becoming ready.
      return Promise.race([read, sleep(readMs, undefined, { ref: false })]);
    },
  });
  const behind = setInterval(() => {
    void wakeLagging().catch(() => undefined);
    void pollRemoteText().catch(() => undefined);
  }, behindMs);
  const silent = setInterval(() => void pollSilentText().catch(() => undefined), silentMs);
  return async () => {
    clearInterval(behind);
    clearInterval(silent);
    await stopListening();
  };
}

function cancelRun(text: string): void {
  if (text.startsWith("cancel:")) currentWorker()?.cancel(text.slice("cancel:".length));
}
