import { and, count, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { partialMessages, runs, sessionEvents, sessions } from "../sessions/table";
import { appendEvents, type LoggedEvent, type NewEvent, type Tx } from "./events";
import { publish } from "./hub";
import { holdLease, type RunRow } from "./lease";

/** Finished messages of a session that no rewind has superseded. */
export async function countMessages(tx: Tx, sessionId: string): Promise<number> {
  const finished = sql`(${sessionEvents.body}->>'completed')::boolean`;
  const [row] = await tx
    .select({ n: count() })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, sessionId),
        eq(sessionEvents.kind, "message"),
        isNull(sessionEvents.supersededBy),
        finished,
      ),
    );
  return row?.n ?? 0;
}

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
    const rows = await write(tx, run, writing);
    await holdLease(tx, run);
    return rows;
  });
  publish(run.sessionId, written);
}

/** The session's row is locked first, then the run's: the order of whoever deletes a session. */
async function write(tx: Tx, run: RunRow, { events, spent, preview }: Writing): Promise<LoggedEvent[]> {
  const rows = await appendEvents(tx, run.sessionId, run.id, events);
  await removePartials(tx, events);
  await addUp(tx, run.sessionId, events, spent, preview);
  return rows;
}

async function removePartials(tx: Tx, events: NewEvent[]): Promise<void> {
  const ids = events.flatMap(({ messageId, kind, body }) =>
    messageId ? [messageId] : kind === "discard" ? [String(body.messageId)] : [],
  );
  if (ids.length > 0) await tx.delete(partialMessages).where(inArray(partialMessages.messageId, ids));
}

async function addUp(
  tx: Tx,
  sessionId: string,
  events: NewEvent[],
  spent: Spent | undefined,
  preview: string | undefined,
): Promise<void> {
  const finished = events.some(({ kind }) => kind === "message");
  if (!spent && !finished && preview === undefined) return;
  await tx
    .update(sessions)
    .set({
      ...(finished ? { messageCount: await countMessages(tx, sessionId) } : {}),
      ...(preview === undefined ? {} : { previewText: preview.replace(/\s+/g, " ").trim().slice(0, 200) }),
      ...(spent
        ? {
            inputTokens: sql`${sessions.inputTokens} + ${spent.inputTokens}`,
            outputTokens: sql`${sessions.outputTokens} + ${spent.outputTokens}`,
            costUsd: spent.costUsd === null ? null : sql`${sessions.costUsd} + ${spent.costUsd}`,
          }
        : {}),
    })
    .where(eq(sessions.id, sessionId));
}

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
    await holdLease(tx, run);
    const before = await write(tx, run, { events: [...(await voids(tx, run, events)), ...events], ...rest });
    const messageCount = await countMessages(tx, run.sessionId);
    const full = session.appType === "chat" && messageCount >= session.maxMessages;
    const state = session.appType !== "chat" ? status : full ? "completed" : "waiting";
    const why = reason ?? (full ? `This conversation has reached its ${session.maxMessages} messages.` : null);
    await tx
      .update(runs)
      .set({ status, reason, leaseOwner: null, leaseUntil: null, dateEnded: new Date() })
      .where(eq(runs.id, run.id));
    await tx
      .update(sessions)
      .set({ status: state, messageCount, lastRun: { status, reason } })
      .where(eq(sessions.id, run.sessionId));
    const event: NewEvent = { kind: "status", body: { status: state, reason: why, runStatus: status, runId: run.id } };
    return [...before, ...(await appendEvents(tx, run.sessionId, run.id, [event]))];
  });
  publish(run.sessionId, written);
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
