import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { newId } from "../db/ids";
import { notify } from "../db/notify";
import { AppError, invalidField } from "../http/errors";
import { runs, sessionEvents, sessionFiles, sessions } from "../sessions/table";
import { unshelve } from "./bodies";
import { appendEvents, type LoggedEvent, type NewEvent, type Tx } from "./events";
import { countMessages, endRun } from "./finish";
import { publish } from "./hub";
import { firstLease, type RunRow, runChannel } from "./lease";
import { currentWorker } from "./worker";

export interface StartForm {
  message?: string;
  fileIds?: string[];
  variables?: Record<string, string>;
  /** The id of a user's message to put another in place of, or of an answer to have made again. */
  replaces?: string;
}

interface Author {
  id: string;
  name: string;
}

const activeStates = ["queued", "running"] as const;
const activePerTeam = 300;

/**
 * Writes the user's message and the run in one transaction, then answers: what is accepted is durable. The model is never
 * called here. Throws 409 while a run of the session is active.
 */
export async function startRun(
  db: Db,
  session: { id: string; teamId: string },
  author: Author,
  form: StartForm,
): Promise<{ runId: string; messageId: string }> {
  const worker = currentWorker();
  const { run, messageId, events } = await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.teamId, session.teamId), eq(sessions.id, session.id)))
      .for("update");
    if (!row) throw new AppError("not_found", "This session does not exist or was deleted.");
    await checkIdle(tx, row.id, session.teamId);
    const replaced = form.replaces
      ? await rewind(tx, row.id, form.replaces)
      : { events: [], text: undefined, parts: [] };
    const messageCount = await countMessages(tx, row.id);
    if (messageCount >= row.maxMessages)
      throw new AppError(
        "conflict",
        `This conversation has reached its ${row.maxMessages} messages. Start a new session.`,
      );
    const text = form.message || replaced.text;
    if (!text) throw invalidField("message", "Write a message.");
    const parts = form.fileIds ? await checkFiles(tx, row.id, form.fileIds) : replaced.parts;
    const messageId = newId("message");
    const runId = newId("run");
    const body = {
      _id: messageId,
      sessionId: row.id,
      authorName: author.name,
      authorId: author.id,
      role: "user",
      text,
      parts,
      citations: [],
      usage: null,
      ts: new Date().toISOString(),
      completed: true,
    };
    const state = worker ? "running" : "queued";
    const status: NewEvent = { kind: "status", body: { status: state, reason: null, runStatus: state, runId } };
    const written = await appendEvents(tx, row.id, runId, [{ kind: "message", body, messageId }, status]);
    const named = messageCount === 0 && row.name === row.appName ? { name: titleOf(text) } : {};
    await tx
      .update(sessions)
      .set({
        status: state,
        ...(form.variables ? { variables: form.variables } : {}),
        messageCount: messageCount + 1,
        previewText: text.replace(/\s+/g, " ").slice(0, 200),
        lastRun: { status: state, reason: null },
        ...named,
      })
      .where(eq(sessions.id, row.id));
    const [run] = await tx
      .insert(runs)
      .values({
        id: runId,
        teamId: session.teamId,
        sessionId: row.id,
        principalId: author.id,
        ...firstLease(worker?.id ?? null),
      })
      .returning();
    if (!run) throw new Error("The run was not stored.");
    if (!worker) await notify(tx, runChannel, "queued");
    return { run, messageId, events: [...replaced.events, ...written] };
  });
  publish(session.id, events);
  worker?.begin(run);
  return { runId: run.id, messageId };
}

const titleOf = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 60) || "New session";

async function checkIdle(tx: Tx, sessionId: string, teamId: string): Promise<void> {
  const active = await tx
    .select({ sessionId: runs.sessionId })
    .from(runs)
    .where(and(eq(runs.teamId, teamId), inArray(runs.status, activeStates)))
    .limit(activePerTeam + 1);
  if (active.some((run) => run.sessionId === sessionId))
    throw new AppError("conflict", "The agent is still answering. Wait for it or stop it first.");
  if (active.length >= activePerTeam)
    throw new AppError("rate_limited", `The team already has ${activePerTeam} active runs. Try again in a moment.`, {
      retryAfter: 5,
    });
}

type Parts = { type: string; text?: string; fileId?: string; filename?: string; mimeType?: string }[];

async function checkFiles(tx: Tx, sessionId: string, ids: string[]): Promise<Parts> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(sessionFiles)
    .where(and(eq(sessionFiles.sessionId, sessionId), inArray(sessionFiles.id, ids)));
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing >= 0) throw invalidField(`fileIds.${missing}`, "This file does not exist or was deleted.");
  return rows.map(({ id, filename, mimeType }) => ({ type: "file", fileId: id, filename, mimeType }));
}

/** Supersedes a user's message and everything after it; an answer's id stands for the user's message before it. */
async function rewind(
  tx: Tx,
  sessionId: string,
  messageId: string,
): Promise<{ events: LoggedEvent[]; text: string | undefined; parts: Parts }> {
  const current = and(
    eq(sessionEvents.sessionId, sessionId),
    eq(sessionEvents.kind, "message"),
    isNull(sessionEvents.supersededBy),
  );
  const messages = await tx
    .select({ seq: sessionEvents.seq, id: sessionEvents.messageId, body: sessionEvents.body })
    .from(sessionEvents)
    .where(current)
    .orderBy(sessionEvents.seq);
  const at = messages.findIndex(({ id }) => id === messageId);
  const target = messages.slice(0, at + 1).findLast(({ body }) => (body as { role: string }).role === "user");
  if (!target) throw invalidField("replaces", "This message does not exist any more.");
  const events = await appendEvents(tx, sessionId, null, [{ kind: "rewind", body: { toSeq: target.seq - 1 } }]);
  const seq = events[0]?.seq ?? 0;
  await tx
    .update(sessionEvents)
    .set({ supersededBy: seq })
    .where(
      and(
        eq(sessionEvents.sessionId, sessionId),
        gt(sessionEvents.seq, target.seq - 1),
        lt(sessionEvents.seq, seq),
        isNull(sessionEvents.supersededBy),
      ),
    );
  const { text, parts } = (await unshelve(target.body)) as { text: string; parts: Parts };
  return { events, text, parts };
}

/** Stops the session's run wherever it is. One that nobody works on any more is ended here. No run: nothing to do. */
export async function cancelRun(db: Db, teamId: string, sessionId: string): Promise<void> {
  const active = and(eq(runs.teamId, teamId), eq(runs.sessionId, sessionId), inArray(runs.status, activeStates));
  const [run] = await db.update(runs).set({ cancelRequested: true }).where(active).returning();
  if (!run) return;
  currentWorker()?.cancel(run.id);
  await notify(db, runChannel, `cancel:${run.id}`);
  if (run.status === "queued" || !run.leaseUntil || run.leaseUntil < new Date()) await endAbandoned(db, run);
}

async function endAbandoned(db: Db, run: RunRow): Promise<void> {
  const owner = "cancelled";
  const [mine] = await db
    .update(runs)
    .set({ status: "running", leaseOwner: owner, leaseUntil: sql`now() + interval '15 seconds'` })
    .where(and(eq(runs.id, run.id), inArray(runs.status, activeStates), eq(runs.attempt, run.attempt)))
    .returning();
  if (mine) await endRun(db, mine, { status: "cancelled", reason: "Stopped." });
}
