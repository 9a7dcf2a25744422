import { openDatabase } from "../../../platform/db/client";
import { log } from "../../../platform/log/log";
import { withoutLogContext } from "../../../platform/log/log-context";
import { singleton } from "../../../platform/process/registry";
import { toStorableText } from "../../models/providers/shared/storable";
import type { RunRow } from "../lease/lease";
import { publishDelta } from "./live-text";
import { savePieces } from "./partial-texts";

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
  /** The lengths that were sent and saved. */
  sent: number;
  saved: number;
}

interface Writer {
  active: Map<string, LiveText>;
  timer: NodeJS.Timeout | null;
  saving: Promise<void> | null;
  savedAt: number;
}

const writer = () =>
  singleton<Writer>("partial-writer", () => ({
    active: new Map(),
    timer: null,
    saving: null,
    savedAt: Number.NEGATIVE_INFINITY,
  }));

/** `quiet`: without readers. */
export function openText(
  run: RunRow,
  messageId: string,
  { taskId, quiet }: { taskId?: string | undefined; quiet?: boolean | undefined } = {},
): LiveText {
  const live = { sessionId: run.sessionId, run, messageId, taskId, text: "", sent: 0, saved: 0 };
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
  if (live.sent === 0 && writer().active.has(live.messageId)) send(live);
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
  if (state.saving || performance.now() - state.savedAt < saveEveryMs) return;
  state.savedAt = performance.now();
  state.saving = save([...state.active.values()].filter(({ text, saved }) => text.length > saved))
    .catch((error: unknown) => log().warn({ err: error }, "partial text was not saved"))
    .finally(() => {
      state.saving = null;
    });
}

async function save(changed: LiveText[]): Promise<void> {
  if (changed.length === 0) return;
  const { db } = await openDatabase();
  const lengths = changed.map(({ text }) => text.length);
  await savePieces(db, changed);
  for (const [i, live] of changed.entries()) live.saved = lengths[i] ?? live.saved;
}

/** Waits for a save in progress, so that it cannot restore a row that a finished message has deleted. */
export async function awaitSaves(): Promise<void> {
  await writer().saving;
}
