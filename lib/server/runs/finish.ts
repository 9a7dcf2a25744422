import { eq, inArray, sql } from "drizzle-orm";
import { cutText } from "@/lib/utils/cut-text";
import { pluralize } from "@/lib/utils/pluralize";
import { spoken } from "@/lib/utils/sentences";
import { holdUsedUp, tellUsedUp } from "../budgets/service";
import { afterCommit } from "../db/after-commit";
import type { Db, Tx } from "../db/client";
import { log } from "../log";
import { storable } from "../models/providers/storable";
import { partialMessages, runs, sessions } from "../sessions/table";
import { countCalls } from "../usage/service";
import { appendEvents, type LoggedEvent, type NewEvent, type SessionChange } from "./events";
import { publish } from "./hub";
import { dropRequests, keepRequests, requestsIn, withNamesAndDeadlines } from "./kept-requests";
import { holdLease, type RunRow } from "./lease";
import { type OpenCall, openCallsInRows } from "./open-calls";
import { tellEnded } from "./tell-ended";
import { tellWaits } from "./tell-waits";

export interface Spent {
  inputTokens: number;
  outputTokens: number;
  /** Null: unknown, and the session's total with it. */
  costUsd: number | null;
  /** The provider did not count all of it. */
  estimated?: boolean;
}

/** What is written together: events, what they cost, and the text that the session's preview shows. */
export interface Writing {
  events: NewEvent[];
  spent?: Spent;
  preview?: string;
  /** What else of the session changes with them. */
  change?: SessionChange;
  /** What else is stored with them. */
  also?: (tx: Tx) => Promise<void>;
}

/** Writes events of a run while its lease is held. Partial rows of finished messages go with them. */
export async function recordEvents(db: Db, run: RunRow, writing: Writing): Promise<void> {
  const written = await db.transaction(async (tx) => {
    // The session's row is locked first, then the run's: the order of whoever deletes a session.
    const rows = await appendEvents(tx, run.sessionId, run.id, writing.events, figures(writing));
    await holdLease(tx, run);
    await removePartials(tx, writing.events);
    await writing.also?.(tx);
    await countCalls(tx, run, writing.events);
    return rows;
  });
  publish(run.sessionId, written);
}

/** Counts the model calls of an attempt whose worker is told to stop: what they wrote is void, and is paid for. */
export async function recordCost(db: Db, run: RunRow, { events = [], spent }: Partial<Writing>): Promise<void> {
  const steps = events.filter(({ kind }) => kind === "step");
  if (spent && steps.length > 0) await recordEvents(db, run, { events: steps, spent });
}

async function removePartials(tx: Tx, events: NewEvent[]): Promise<void> {
  const ids = events.flatMap(({ messageId, kind, body }) =>
    messageId ? [messageId] : kind === "discard" ? [String(body.messageId)] : [],
  );
  if (ids.length > 0) await tx.delete(partialMessages).where(inArray(partialMessages.messageId, ids));
}

const finishedIn = (events: NewEvent[]): number =>
  events.filter(({ kind, body }) => kind === "message" && body.completed === true && !body.inner).length;

/** The session's figures move in the transaction of the events that move them. */
function figures({ events, spent, preview, change }: Writing): SessionChange {
  const finished = finishedIn(events);
  return {
    ...change,
    ...(finished > 0 ? { messageCount: sql`${sessions.messageCount} + ${finished}` } : {}),
    ...(preview === undefined ? {} : { previewText: previewOf(preview) }),
    ...(spent
      ? {
          inputTokens: sql`${sessions.inputTokens} + ${spent.inputTokens}`,
          outputTokens: sql`${sessions.outputTokens} + ${spent.outputTokens}`,
          costUsd: spent.costUsd === null ? null : sql`${sessions.costUsd} + ${spent.costUsd}`,
        }
      : {}),
  };
}

export const previewOf = (text: string): string => cutText(spoken(storable(cutText(text, 1_000))), 200);

export interface Ending extends Partial<Writing> {
  status: "completed" | "cancelled" | "error";
  /** A sentence for the user; null when all went well. */
  reason: string | null;
}

const stopped = { status: "cancelled", reason: "Stopped." } as const;

/**
 * Ends a run: its last events, its state and the session's in one transaction. A chat whose run ended in any way waits for
 * the user, or is completed at its number of messages. A run that somebody has stopped ends as cancelled.
 */
export async function endRun(db: Db, run: RunRow, { events = [], ...ending }: Ending): Promise<void> {
  const ended = await db.transaction(async (tx) => {
    const session = await lockSession(tx, run.sessionId);
    if (!session) return null;
    const { cancelRequested } = await holdLease(tx, run);
    const { status, reason: said } = cancelRequested ? stopped : ending;
    const reason = said && storable(said);
    await release(tx, run, { status, reason, dateEnded: new Date() });
    const full = session.appType === "chat" && session.messageCount + finishedIn(events) >= session.maxMessages;
    const state = session.appType !== "chat" ? status : full ? "completed" : "waiting";
    const why = reason ?? (full ? fullReason(session.maxMessages) : null);
    const end: NewEvent = { kind: "status", body: { status: state, reason: why, runStatus: status, runId: run.id } };
    const unanswered = status === "completed" ? [] : (await openCallsInRows(tx, run)).map(noResult);
    const all = [...(await voids(tx, run, events)), ...events, ...unanswered, end];
    const change = { ...figures({ ...ending, events }), status: state, lastRun: { status, reason } } as const;
    publishFirst(tx, run, await appendEvents(tx, run.sessionId, run.id, all, change));
    await ending.also?.(tx);
    await dropRequests(tx, run.id);
    await tellEnded(tx, run, session, { status, reason });
    // Last, as other runs wait for the budgets' rows until this is committed.
    await countCalls(tx, run, events);
    return status;
  });
  log().info({ teamId: run.teamId, status: ended ?? "deleted" }, "run ended");
}

/**
 * Lets a run wait for a person: what it asks is in the log, nobody works on it and nothing of it is kept in memory. Answers
 * false, with nothing written, when it is to be cancelled instead. `budgets` are those that it waits for:
 * where one has room by now, the run is taken up again instead.
 */
export async function suspendRun(
  db: Db,
  run: RunRow,
  requests: NewEvent[],
  why: string,
  budgets: readonly string[] = [],
): Promise<boolean> {
  const reason = storable(why);
  return db.transaction(async (tx) => {
    const session = await lockSession(tx, run.sessionId);
    if (!session) return true;
    const { cancelRequested } = await holdLease(tx, run);
    if (cancelRequested) return false;
    // Waiting in good order does not count as an attempt.
    const attempt = Math.max(run.attempt - 1, 0);
    if (!(await holdUsedUp(tx, budgets))) {
      await release(tx, run, { status: "queued", attempt });
      return true;
    }
    await release(tx, run, { status: "waiting", reason, attempt });
    const asks = budgets.length > 0 ? "budget" : asksFor(requests);
    const body = { status: "waiting", reason, runStatus: "waiting", runId: run.id, asks };
    const status = { kind: "status", body } as const;
    const all = [...(await voids(tx, run, [])), ...(await withNamesAndDeadlines(tx, requests)), status];
    const change = { status: "waiting", lastRun: { status: "waiting", reason, asks } } as const;
    const logged = await appendEvents(tx, run.sessionId, run.id, all, change);
    publishFirst(tx, run, logged);
    await keepRequests(tx, run, logged);
    await tellWaits(tx, run, session, { status: "waiting", reason, asks }, requestsIn(logged));
    await tellUsedUp(tx, budgets, run.teamId);
    return true;
  });
}

/** Readers here do not wait until other processes are told what else follows the commit. Call it before what tells them. */
export const publishFirst = (tx: Tx, { sessionId }: RunRow, events: LoggedEvent[]): void =>
  afterCommit(tx, async () => publish(sessionId, events));

export const fullReason = (maxMessages: number): string =>
  `This conversation has reached its ${pluralize(maxMessages, "message")}.`;

async function lockSession(tx: Tx, sessionId: string) {
  const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for("update");
  return session;
}

/** Nobody holds the run any more. Call it once the lease is known to be held. */
async function release(tx: Tx, run: RunRow, state: Partial<RunRow>): Promise<void> {
  await tx
    .update(runs)
    .set({ ...state, leaseOwner: null, leaseUntil: null })
    .where(eq(runs.id, run.id));
}

/** What a person is asked for, where that is more than whether to repeat a call. */
function asksFor(requests: readonly NewEvent[]): "form" | "approval" | undefined {
  const kinds = new Set(requests.map(({ body }) => (body.guarded ? "approval" : body.kind)));
  if (kinds.has("repeat")) return undefined;
  return kinds.has("approval") ? "approval" : kinds.has("form") ? "form" : undefined;
}

const noResult = ({ call: { id: callId, name }, begun, part }: OpenCall): NewEvent => {
  const error = begun
    ? "The run ended before this call had a result; it may have happened."
    : "The run ended before this call was approved. It was not made.";
  return { kind: "tool_result", body: { callId, name, error, durationMs: 0, ...part } };
};

/** Partial texts of the run that no message finishes are void. */
async function voids(tx: Tx, run: RunRow, events: NewEvent[]): Promise<NewEvent[]> {
  const partials = await tx
    .delete(partialMessages)
    .where(eq(partialMessages.runId, run.id))
    .returning({ id: partialMessages.messageId });
  const written = new Set(events.map(({ messageId }) => messageId));
  return partials
    .filter(({ id }) => !written.has(id))
    .map(({ id }): NewEvent => ({ kind: "discard", body: { messageId: id } }));
}
