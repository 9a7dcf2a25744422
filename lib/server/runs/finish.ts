import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { partialMessages, runs, sessions } from "../sessions/table";
import { appendEvents, type NewEvent, type SessionChange, type Tx } from "./events";
import { publish } from "./hub";
import { holdLease, LeaseLostError, type RunRow } from "./lease";

export interface Spent {
  inputTokens: number;
  outputTokens: number;
  /** Null: unknown, and the session's total with it. */
  costUsd: number | null;
}

/** What is written together: events, what they cost, and the text that the session's preview shows. */
export interface Writing {
  events: NewEvent[];
  spent?: Spent;
  preview?: string;
}

/** Writes events of a run while its lease is held. Partial rows of finished messages go with them. */
export async function recordEvents(db: Db, run: RunRow, writing: Writing): Promise<void> {
  const written = await db.transaction(async (tx) => {
    // The session's row is locked first, then the run's: the order of whoever deletes a session.
    const rows = await appendEvents(tx, run.sessionId, run.id, writing.events, figures(writing));
    await holdLease(tx, run);
    await removePartials(tx, writing.events);
    return rows;
  });
  publish(run.sessionId, written);
}

async function removePartials(tx: Tx, events: NewEvent[]): Promise<void> {
  const ids = events.flatMap(({ messageId, kind, body }) =>
    messageId ? [messageId] : kind === "discard" ? [String(body.messageId)] : [],
  );
  if (ids.length > 0) await tx.delete(partialMessages).where(inArray(partialMessages.messageId, ids));
}

const finishedIn = (events: NewEvent[]): number =>
  events.filter(({ kind, body }) => kind === "message" && body.completed === true).length;

/** The session's figures move in the transaction of the events that move them. */
function figures({ events, spent, preview }: Writing): SessionChange {
  const finished = finishedIn(events);
  return {
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

export const previewOf = (text: string): string => text.slice(0, 1_000).replace(/\s+/g, " ").trim().slice(0, 200);

export interface Ending extends Partial<Writing> {
  status: "completed" | "cancelled" | "error";
  /** A sentence for the user; null when all went well. */
  reason: string | null;
}

/**
 * Ends a run: its last events, its state and the session's in one transaction. A chat whose run ended in any way waits for
 * the user, or is completed at its number of messages.
 */
export async function endRun(db: Db, run: RunRow, { status, reason, events = [], ...rest }: Ending): Promise<void> {
  const written = await db.transaction(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, run.sessionId)).for("update");
    if (!session) return [];
    await releaseRun(tx, run, { status, reason });
    const full = session.appType === "chat" && session.messageCount + finishedIn(events) >= session.maxMessages;
    const state = session.appType !== "chat" ? status : full ? "completed" : "waiting";
    const why = reason ?? (full ? `This conversation has reached its ${session.maxMessages} messages.` : null);
    const end: NewEvent = { kind: "status", body: { status: state, reason: why, runStatus: status, runId: run.id } };
    const all = [...(await voids(tx, run, events)), ...events, end];
    const change = { ...figures({ events, ...rest }), status: state, lastRun: { status, reason } } as const;
    return appendEvents(tx, run.sessionId, run.id, all, change);
  });
  publish(run.sessionId, written);
}

/** Gives the run its last state, if this attempt still holds it. */
async function releaseRun(tx: Tx, run: RunRow, end: Pick<Ending, "status" | "reason">): Promise<void> {
  const held = and(
    eq(runs.id, run.id),
    eq(runs.status, "running"),
    eq(runs.attempt, run.attempt),
    eq(runs.leaseOwner, run.leaseOwner ?? ""),
  );
  const ended = await tx
    .update(runs)
    .set({ ...end, leaseOwner: null, leaseUntil: null, dateEnded: new Date() })
    .where(held)
    .returning({ id: runs.id });
  if (ended.length === 0) throw new LeaseLostError();
}

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
