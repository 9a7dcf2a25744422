import { openDatabase } from "../../../platform/db/client";
import { log } from "../../../platform/log/log";
import { withoutLogContext } from "../../../platform/log/log-context";
import { singleton } from "../../../platform/process/registry";
import { toStorableText } from "../../models/providers/shared/storable";
import type { RunRow } from "../lease/lease";
import { publishDelta } from "./live-text";
import { savePieces } from "./partial-texts";
import { hasRemoteReaders } from "./remote-readers";
import { sendRemoteText } from "./remote-text";

const deltaEveryMs = 40;
const saveEveryMs = 250;

/** The text of a message being generated. */
export interface LiveText {
  sessionId: string;
  messageId: string;
  run: RunRow;
  /** In a process: the text's task. */
  taskId: string | undefined;
  text: string;
  /** The lengths that were sent to readers of this process and of others, and saved. */
  sent: number;
  sentRemotely: number;
  saved: number;
  /** Other processes that have the session open, as of the last save. */
  remoteReaders: string[];
}

interface Writer {
  active: Map<string, LiveText>;
  timer: NodeJS.Timeout | null;
  saving: Promise<void> | null;
  savedAt: number;
  /** A text has begun during a save. */
  hasFirst: boolean;
  sending: Promise<void> | null;
}

const writer = () =>
  singleton<Writer>("partial-writer", () => ({
    active: new Map(),
    timer: null,
    saving: null,
    sending: null,
    hasFirst: false,
    savedAt: Number.NEGATIVE_INFINITY,
  }));

/** `quiet`: without readers. */
export function openText(
  run: RunRow,
  messageId: string,
  { taskId, quiet }: { taskId?: string | undefined; quiet?: boolean | undefined } = {},
): LiveText {
  const live = {
    sessionId: run.sessionId,
    run,
    messageId,
    taskId,
    text: "",
    sent: 0,
    sentRemotely: 0,
    saved: 0,
    remoteReaders: [],
  };
  const state = writer();
  if (quiet) return live;
  state.active.set(messageId, live);
  state.timer ??= withoutLogContext(() => setInterval(flushTick, deltaEveryMs));
  return live;
}

/** The first text is sent immediately, the rest about every 40 ms. */
export function addText(live: LiveText, text: string): void {
  // Before it is counted, because its readers count what is stored.
  live.text += toStorableText(text);
  if (live.sent > 0 || !writer().active.has(live.messageId)) return;
  send(live);
  // Whether other processes have the session open is known after the first save.
  if (hasRemoteReaders()) withoutLogContext(() => void setImmediate(saveFirst));
}

/** Sends the remaining text and closes this message. */
export function closeText(live: LiveText): void {
  const state = writer();
  if (!state.active.delete(live.messageId)) return;
  send(live);
  if (state.active.size === 0 && state.timer) {
    clearInterval(state.timer);
    state.timer = null;
  }
}

function send(live: LiveText): void {
  if (live.sent === live.text.length) return;
  publishDelta(live.sessionId, live, live.sent, live.text.slice(live.sent));
  live.sent = live.text.length;
}

function flushTick(): void {
  const state = writer();
  for (const live of state.active.values()) send(live);
  sendToProcesses();
  if (state.saving || performance.now() - state.savedAt < saveEveryMs) return;
  state.savedAt = performance.now();
  startSaving(({ text, saved }) => text.length > saved);
}

/** Saves first texts, after all of this turn of the event loop, and after a save in progress. */
function saveFirst(): void {
  const state = writer();
  state.hasFirst = state.saving !== null;
  if (!state.saving) startSaving(({ text, saved }) => saved === 0 && text !== "");
}

function startSaving(isChanged: (live: LiveText) => boolean): void {
  const state = writer();
  state.saving = save([...state.active.values()].filter(isChanged))
    .then(sendToProcesses)
    .catch((error: unknown) => log().warn({ err: error }, "partial text was not saved"))
    .finally(() => {
      state.saving = null;
      if (state.hasFirst) saveFirst();
    });
}

/** Sends new text to other processes that have its session open, in one statement at a time. */
function sendToProcesses(): void {
  const state = writer();
  const pending = [...state.active.values()].filter(
    ({ remoteReaders, sentRemotely, text }) => remoteReaders.length > 0 && text.length > sentRemotely,
  );
  if (state.sending || pending.length === 0) return;
  const texts = pending.map(({ sessionId, messageId, taskId, text, sentRemotely, remoteReaders }) => ({
    sessionId,
    messageId,
    taskId,
    offset: sentRemotely,
    text: text.slice(sentRemotely),
    processes: remoteReaders,
  }));
  for (const live of pending) live.sentRemotely = live.text.length;
  state.sending = sendRemoteText(texts)
    .catch((error: unknown) => log().warn({ err: error }, "text was not sent to other processes"))
    .finally(() => {
      state.sending = null;
    });
}

async function save(changed: LiveText[]): Promise<void> {
  if (changed.length === 0) return;
  const { db } = await openDatabase();
  const lengths = changed.map(({ text }) => text.length);
  const readers = await savePieces(db, changed);
  for (const [i, live] of changed.entries()) {
    live.saved = lengths[i] ?? live.saved;
    const found = readers.filter(({ sessionId }) => sessionId === live.sessionId).map((reader) => reader.processId);
    // A process that has just opened the session reads what is saved, and receives the rest.
    if (found.some((id) => !live.remoteReaders.includes(id))) live.sentRemotely = live.saved;
    live.remoteReaders = found;
  }
}

/** Waits for a save in progress, so that it cannot restore a row that a finished message has deleted. */
export async function awaitSaves(): Promise<void> {
  await writer().saving;
}
