import { openDatabase } from "../../../platform/db/client";
import { log } from "../../../platform/log/log";
import { withoutLogContext } from "../../../platform/log/log-context";
import { singleton } from "../../../platform/process/registry";
import { toStorableText } from "../../models/providers/shared/storable";
import type { RunRow } from "../lease/lease";
import { publishDelta } from "./live-text";
import { savePieces } from "./partial-texts";

const tickMs = 35;
const saveEveryMs = 250;
/** Above this many texts each is sent at every third tick: most of what a text costs is writing it to its readers' sockets. */
const busyTexts = 20;
const busyTicks = 3;

/** The text of a message being generated. */
export interface LiveText {
  sessionId: string;
  messageId: string;
  run: RunRow;
  /** In a process: the text's task. */
  taskId: string | undefined;
  text: string;
  /** The last parts of the text. Kept separately, because a part cut from a long text under construction copies all of it. */
  unsent: string;
  unsaved: string;
  /** Spreads the texts over the ticks. */
  turn: number;
}

interface Writer {
  active: Map<string, LiveText>;
  timer: NodeJS.Timeout | null;
  ticks: number;
  opened: number;
  saving: Promise<void> | null;
  savedAt: number;
}

const writer = () =>
  singleton<Writer>("partial-writer", () => ({
    active: new Map(),
    timer: null,
    ticks: 0,
    opened: 0,
    saving: null,
    savedAt: Number.NEGATIVE_INFINITY,
  }));

/** `quiet`: without readers. */
export function openText(
  run: RunRow,
  messageId: string,
  { taskId, quiet }: { taskId?: string | undefined; quiet?: boolean | undefined } = {},
): LiveText {
  const state = writer();
  state.opened += 1;
  const texts = { text: "", unsent: "", unsaved: "" };
  const live = { sessionId: run.sessionId, run, messageId, taskId, ...texts, turn: state.opened };
  if (quiet) return live;
  state.active.set(messageId, live);
  state.timer ??= withoutLogContext(() => setInterval(flushTick, tickMs));
  return live;
}

/** The first text is sent immediately, the rest about every 35 ms, or every 105 ms while many texts are generated. */
export function addText(live: LiveText, added: string): void {
  const text = toStorableText(added);
  const isFirst = live.text === "";
  live.text += text;
  if (!writer().active.has(live.messageId)) return;
  live.unsent += text;
  live.unsaved += text;
  if (isFirst) send(live);
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
  const { unsent } = live;
  if (unsent === "") return;
  live.unsent = "";
  publishDelta(live.sessionId, live, live.text.length - unsent.length, unsent);
}

function flushTick(): void {
  const state = writer();
  state.ticks += 1;
  const isBusy = state.active.size > busyTexts;
  for (const live of state.active.values()) if (!isBusy || (state.ticks + live.turn) % busyTicks === 0) send(live);
  if (state.saving || performance.now() - state.savedAt < saveEveryMs) return;
  state.savedAt = performance.now();
  state.saving = save([...state.active.values()].filter(({ unsaved }) => unsaved !== ""))
    .catch((error: unknown) => log().warn({ err: error }, "partial text was not saved"))
    .finally(() => {
      state.saving = null;
    });
}

async function save(changed: LiveText[]): Promise<void> {
  if (changed.length === 0) return;
  const { db } = await openDatabase();
  const pieces = changed.map((of) => ({ of, start: of.text.length - of.unsaved.length, text: of.unsaved }));
  await savePieces(db, pieces);
  for (const { of, text } of pieces) of.unsaved = of.unsaved.slice(text.length);
}

/** Waits for a save in progress, so that it cannot restore a row that a finished message has deleted. */
export async function awaitSaves(): Promise<void> {
  await writer().saving;
}
