import { sql } from "drizzle-orm";
import { openDatabase } from "../db/client";
import { log } from "../log";
import { withoutLogContext } from "../log-context";
import { storable } from "../models/providers/storable";
import { singleton } from "../registry";
import { publishDelta } from "./hub";
import type { RunRow } from "./lease";

const deltaEveryMs = 40;
const saveEveryMs = 250;

/** The text of one message while it is written. */
export interface LiveText {
  sessionId: string;
  messageId: string;
  run: RunRow;
  /** Of a process: the task whose text it is. */
  taskId: string | undefined;
  text: string;
  sent: number;
  saved: number;
  sentAt: number;
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

/** `quiet`: nobody reads along. */
export function openText(
  run: RunRow,
  messageId: string,
  { taskId, quiet }: { taskId?: string | undefined; quiet?: boolean | undefined } = {},
): LiveText {
  const live = { sessionId: run.sessionId, run, messageId, taskId, text: "", sent: 0, saved: 0, sentAt: 0 };
  const state = writer();
  if (quiet) return live;
  state.active.set(messageId, live);
  state.timer ??= withoutLogContext(() => setInterval(tick, deltaEveryMs));
  return live;
}

/** The first text goes out at once, what follows about every 40 ms. */
export function addText(live: LiveText, text: string): void {
  live.text += text;
  if (live.sent === 0 && writer().active.has(live.messageId)) send(live);
}

/** Gives readers what they do not have yet and stops writing this message. */
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

function tick(): void {
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

/** All active messages in one statement. Losing the last moment in a crash is fine: the step is made again. */
async function save(changed: LiveText[]): Promise<void> {
  if (changed.length === 0) return;
  const { db } = await openDatabase();
  const lengths = changed.map(({ text }) => text.length);
  const rows = changed.map(({ messageId, sessionId, taskId, run, text }) => ({
    ...{ messageId, sessionId, taskId, runId: run.id, owner: run.leaseOwner, attempt: run.attempt },
    text: storable(text),
  }));
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local synchronous_commit = off`);
    // An attempt that has lost its run must not bring back what the next one has voided.
    await tx.execute(sql`
      insert into partial_messages (message_id, session_id, run_id, task_id, text)
      select r->>'messageId', r->>'sessionId', r->>'runId', r->>'taskId', r->>'text' from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
      where exists (select 1 from runs where runs.id = r->>'runId' and runs.status = 'running'
        and runs.lease_owner = r->>'owner' and runs.attempt = (r->>'attempt')::int)
      on conflict (message_id) do update set text = excluded.text, at = now()`);
  });
  for (const [i, live] of changed.entries()) live.saved = lengths[i] ?? live.saved;
}

/** Waits for a save under way, so that it cannot bring back a row that a finished message has removed. */
export async function settleSaves(): Promise<void> {
  await writer().saving;
}
