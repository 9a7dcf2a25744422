import { and, eq, inArray, sql } from "drizzle-orm";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import { stripMarkdown } from "@/lib/utils/markdown/sentences";
import { pluralize } from "@/lib/utils/text/pluralize";
import { truncate } from "@/lib/utils/text/truncate";
import { publishInboxChange } from "../../../access/broadcast/notify";
import { afterCommit } from "../../../platform/db/after-commit";
import type { Db, Tx } from "../../../platform/db/client";
import { defineQuery, defineStatement } from "../../../platform/db/query/define-query";
import { settleAll } from "../../../platform/db/settle-all";
import { partialMessages, runs, sessions } from "../../../platform/db/tables/sessions";
import { log } from "../../../platform/log/log";
import { toStorableText } from "../../models/providers/shared/storable";
import { findOpenCallsInRows, type OpenCall } from "../calls/open-calls";
import { assertHeld, lockLease, type RunRow, runLease } from "../lease/lease";
import { appendEvents, type NewEvent, type SessionChange } from "../log/events";
import { publish } from "../log/hub";
import { observe } from "../observe/observer";
import { countCalls } from "./count-calls";
import { notifyEnded } from "./notify-ended";
import { announceTestEnded } from "./test-ended";

export interface Spent {
  inputTokens: number;
  outputTokens: number;
  /** Null: unknown, which makes the session's total unknown. */
  costUsd: number | null;
  /** Partly estimated. */
  estimated?: boolean;
}

/** What is recorded together: events, their cost, and the text of the session's preview. */
export interface RunWriting {
  events: NewEvent[];
  spent?: Spent;
  preview?: string;
  /** Additional changes of the session. */
  change?: Pick<SessionChange, "status" | "lastRun">;
  /** Additional writes in the transaction. */
  also?: (tx: Tx) => Promise<void>;
}

/** Records a run's events while its lease is held, and deletes partial texts of finished messages. */
export async function recordEvents(db: Db, run: RunRow, writing: RunWriting): Promise<void> {
  const written = await db.transaction(async (tx) => {
    // Locks the session's row before the run's, like deleting a session.
    const rows = await appendEvents(tx, run.sessionId, run.id, writing.events, toSessionChange(writing));
    await lockLease(tx, run);
    await removePartials(tx, writing.events);
    await writing.also?.(tx);
    await countCalls(tx, run, writing.events);
    return rows;
  });
  publish(run.sessionId, written);
  observe((observer) => observer.onEvents(run, written));
}

/** Counts the model calls of an attempt whose worker is stopping: their output is discarded, but paid for. */
export async function recordCost(db: Db, run: RunRow, { events = [], spent }: Partial<RunWriting>): Promise<void> {
  const steps = events.filter(({ kind }) => kind === "step");
  if (spent && steps.length > 0) await recordEvents(db, run, { events: steps, spent });
}

async function removePartials(tx: Tx, events: NewEvent[]): Promise<void> {
  const ids = events.flatMap(({ messageId, kind, body }) =>
    messageId ? [messageId] : kind === "discard" ? [body.messageId] : [],
  );
  if (ids.length > 0) await tx.delete(partialMessages).where(inArray(partialMessages.messageId, ids));
}

const countFinished = (events: NewEvent[]): number =>
  events.filter(({ kind, body }) => kind === "message" && body.completed === true && !body.inner).length;

/** The session's totals change in the same transaction as the events. */
const toSessionChange = ({ events, spent, preview, change }: RunWriting): SessionChange => ({
  ...change,
  ...(preview !== undefined && { previewText: toPreview(preview) }),
  added: { messages: countFinished(events), ...spent },
});

export const toPreview = (text: string): string => truncate(stripMarkdown(toStorableText(truncate(text, 1_000))), 200);

export interface Ending extends Partial<RunWriting> {
  status: "completed" | "cancelled" | "error";
  /** A message for the user; null on success. */
  reason: string | null;
  /** The kind of the error, such as `rate_limit` or `cancelled`. */
  errorType?: string;
}

const stopped = { status: "cancelled", reason: "Canceled." } as const;

/**
 * Ends a run: its last events, its state and the session's in one transaction. A chat then waits for the user, or is completed
 * at its message limit. A cancelled run ends as cancelled.
 */
export async function endRun(db: Db, run: RunRow, { events = [], ...ending }: Ending): Promise<void> {
  const finalStatus = await db.transaction(async (tx) => {
    const locked = await lockRun(tx, run);
    if (!locked) return null;
    const { session, cancelRequested, partialIds } = locked;
    const { status, reason: message } = cancelRequested ? stopped : ending;
    const reason = message && toStorableText(message);
    const errorType = cancelRequested ? "cancelled" : ending.errorType;
    const isFull = session.appType === "chat" && session.messageCount + countFinished(events) >= session.maxMessages;
    const state = session.appType !== "chat" ? status : isFull ? "completed" : "waiting";
    const why = reason ?? (isFull ? limitReachedText(session.maxMessages) : null);
    const end: NewEvent = { kind: "status", body: { status: state, reason: why, runStatus: status, runId: run.id } };
    const unanswered = status === "completed" ? [] : (await findOpenCallsInRows(tx, run)).map(toMissingResult);
    const all = [...toDiscards(partialIds, events), ...events, ...unanswered, end];
    const lastRun = { status, reason, errorType };
    const change = { ...toSessionChange({ ...ending, events }), status: state, lastRun } as const;
    const [logged, withdrawn] = await settleAll([
      appendEvents(tx, run.sessionId, run.id, all, change),
      closeRun(tx, { runId: run.id, sessionId: run.sessionId, status, reason }),
    ]);
    publishFirst(tx, run, logged);
    afterCommit(tx, async () => observe((one) => one.onEvents(run, logged, { session, status, reason, errorType })));
    if (session.test) afterCommit(tx, async () => announceTestEnded());
    if (withdrawn.length > 0) publishInboxChange(tx, run.teamId);
    await ending.also?.(tx);
    await notifyEnded(tx, run, session, { status, reason });
    // Last, because other runs wait for the budgets' row locks until the commit.
    await countCalls(tx, run, events);
    return status;
  });
  log().info({ teamId: run.teamId, status: finalStatus ?? "deleted" }, "run ended");
}

/** Publishes to local readers before other after-commit work. Call it before what notifies them. */
export const publishFirst = (tx: Tx, { sessionId }: RunRow, events: LoggedEvent[]): void =>
  afterCommit(tx, async () => publish(sessionId, events));

export const limitReachedText = (maxMessages: number): string =>
  `This session has reached its limit of ${pluralize(maxMessages, "message")}.`;

/** Locks a run and before it its session, like deleting a session. Undefined: it was deleted. Throws if the lease is lost. */
export async function lockRun(tx: Tx, run: RunRow) {
  const [locked] = await selectLocked(tx, run);
  return locked && { ...locked, cancelRequested: assertHeld(run, locked.run).cancelRequested };
}

/** Of messages with partial texts. Once the run is locked, only its own attempt adds to them, which has finished. */
const selectPartialIds = sql<string[]>`array(
  select distinct message_id from ${partialMessages} p where p.session_id = ${sessions.id} and p.run_id = ${runs.id})`;

// PostgreSQL locks the rows of a join in the order of its tables.
const selectLocked = defineQuery<Pick<RunRow, "id" | "sessionId">>()((db, value) =>
  db
    .select({ session: sessions, run: runs, partialIds: selectPartialIds })
    .from(sessions)
    .innerJoin(runs, eq(runs.id, value("id")))
    .where(eq(sessions.id, value("sessionId")))
    .for("update"),
);

/** Releases the lease. Call it once the lease is known to be held. */
export async function releaseRun(tx: Tx, run: RunRow, state: Partial<RunRow>): Promise<void> {
  await tx
    .update(runs)
    .set({ ...state, ...runLease.released })
    .where(eq(runs.id, run.id));
}

const toMissingResult = ({ call: { id: callId, name }, mayHaveRun, part }: OpenCall): NewEvent => {
  const error = mayHaveRun
    ? "The run ended before this call had a result. It may have completed."
    : "The run ended before this call was approved. It wasn't made.";
  return { kind: "tool_result", body: { callId, name, error, durationMs: 0, ...part } };
};

/** Ends a run, and deletes its partial texts and requests. Returns a row for each request. */
const closeRun = defineStatement<{ runId: string; sessionId: string; status: string; reason: string | null }>()(
  (value) => sql`
    with ended as (
      update runs set status = ${value("status")}, reason = ${value("reason")}, ${runLease.releasedSql},
        date_ended = now()
      where id = ${value("runId")}
    ), withdrawn as (delete from input_requests where run_id = ${value("runId")} returning id
    ), discarded as (
      delete from partial_messages where session_id = ${value("sessionId")} and run_id = ${value("runId")}
    ) select id from withdrawn`,
);

/** Discards partial texts of the run. */
export async function discardPartials(tx: Tx, run: RunRow): Promise<NewEvent[]> {
  const where = and(eq(partialMessages.sessionId, run.sessionId), eq(partialMessages.runId, run.id));
  const deleted = await tx.delete(partialMessages).where(where).returning({ id: partialMessages.messageId });
  return toDiscards(deleted.map(({ id }) => id));
}

/** For partial texts without a finished message. */
function toDiscards(partialIds: string[], events: NewEvent[] = []): NewEvent[] {
  const ids = new Set(partialIds);
  for (const { messageId } of events) if (messageId) ids.delete(messageId);
  return [...ids].map((messageId): NewEvent => ({ kind: "discard", body: { messageId } }));
}
