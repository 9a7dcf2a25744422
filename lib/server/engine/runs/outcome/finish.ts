import { eq, inArray, sql } from "drizzle-orm";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import { stripMarkdown } from "@/lib/utils/markdown/sentences";
import { pluralize } from "@/lib/utils/text/pluralize";
import { truncate } from "@/lib/utils/text/truncate";
import { afterCommit } from "../../../platform/db/after-commit";
import type { Db, Tx } from "../../../platform/db/client";
import { partialMessages, runs, sessions } from "../../../platform/db/tables/sessions";
import { log } from "../../../platform/log/log";
import { toStorableText } from "../../models/providers/shared/storable";
import { findOpenCallsInRows, type OpenCall } from "../calls/open-calls";
import { lockLease, type RunRow, runLease } from "../lease/lease";
import { appendEvents, type NewEvent, type SessionChange } from "../log/events";
import { publish } from "../log/hub";
import { countCalls } from "./count-calls";
import { withdrawInputRequests } from "./input-request-rows";
import { notifyEnded } from "./notify-ended";

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
  change?: SessionChange;
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
function toSessionChange({ events, spent, preview, change }: RunWriting): SessionChange {
  const finished = countFinished(events);
  return {
    ...change,
    ...(finished > 0 ? { messageCount: sql`${sessions.messageCount} + ${finished}` } : {}),
    ...(preview === undefined ? {} : { previewText: toPreview(preview) }),
    ...(spent
      ? {
          inputTokens: sql`${sessions.inputTokens} + ${spent.inputTokens}`,
          outputTokens: sql`${sessions.outputTokens} + ${spent.outputTokens}`,
          costUsd: spent.costUsd === null ? null : sql`${sessions.costUsd} + ${spent.costUsd}`,
        }
      : {}),
  };
}

export const toPreview = (text: string): string => truncate(stripMarkdown(toStorableText(truncate(text, 1_000))), 200);

export interface Ending extends Partial<RunWriting> {
  status: "completed" | "cancelled" | "error";
  /** A message for the user; null on success. */
  reason: string | null;
}

const stopped = { status: "cancelled", reason: "Stopped." } as const;

/**
 * Ends a run: its last events, its state and the session's in one transaction. A chat then waits for the user, or is completed
 * at its message limit. A cancelled run ends as cancelled.
 */
export async function endRun(db: Db, run: RunRow, { events = [], ...ending }: Ending): Promise<void> {
  const finalStatus = await db.transaction(async (tx) => {
    const session = await lockSession(tx, run.sessionId);
    if (!session) return null;
    const { cancelRequested } = await lockLease(tx, run);
    const { status, reason: message } = cancelRequested ? stopped : ending;
    const reason = message && toStorableText(message);
    await releaseRun(tx, run, { status, reason, dateEnded: new Date() });
    const isFull = session.appType === "chat" && session.messageCount + countFinished(events) >= session.maxMessages;
    const state = session.appType !== "chat" ? status : isFull ? "completed" : "waiting";
    const why = reason ?? (isFull ? limitReachedText(session.maxMessages) : null);
    const end: NewEvent = { kind: "status", body: { status: state, reason: why, runStatus: status, runId: run.id } };
    const unanswered = status === "completed" ? [] : (await findOpenCallsInRows(tx, run)).map(toMissingResult);
    const all = [...(await discardPartials(tx, run, events)), ...events, ...unanswered, end];
    const change = { ...toSessionChange({ ...ending, events }), status: state, lastRun: { status, reason } } as const;
    publishFirst(tx, run, await appendEvents(tx, run.sessionId, run.id, all, change));
    await ending.also?.(tx);
    await withdrawInputRequests(tx, run.id);
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
  `This conversation has reached its ${pluralize(maxMessages, "message")}.`;

export async function lockSession(tx: Tx, sessionId: string) {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
  return session;
}

/** Releases the lease. Call it once the lease is known to be held. */
export async function releaseRun(tx: Tx, run: RunRow, state: Partial<RunRow>): Promise<void> {
  await tx
    .update(runs)
    .set({ ...state, ...runLease.released })
    .where(eq(runs.id, run.id));
}

const toMissingResult = ({ call: { id: callId, name }, mayHaveRun, part }: OpenCall): NewEvent => {
  const error = mayHaveRun
    ? "The run ended before this call had a result; it may have happened."
    : "The run ended before this call was approved. It was not made.";
  return { kind: "tool_result", body: { callId, name, error, durationMs: 0, ...part } };
};

/** Discards partial texts of the run without a finished message. */
export async function discardPartials(tx: Tx, run: RunRow, events: NewEvent[]): Promise<NewEvent[]> {
  const partials = await tx
    .delete(partialMessages)
    .where(eq(partialMessages.runId, run.id))
    .returning({ id: partialMessages.messageId });
  const written = new Set(events.map(({ messageId }) => messageId));
  return partials
    .filter(({ id }) => !written.has(id))
    .map(({ id }): NewEvent => ({ kind: "discard", body: { messageId: id } }));
}
