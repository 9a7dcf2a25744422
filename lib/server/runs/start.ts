import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { newId } from "../db/ids";
import { notifySoon } from "../db/notify";
import { AppError, invalidField } from "../http/errors";
import { runs, sessionFiles, sessions } from "../sessions/table";
import { appendEvents, type NewEvent, type SessionChange, type Tx } from "./events";
import { previewOf } from "./finish";
import { publish } from "./hub";
import { activeStates, firstLease, runChannel } from "./lease";
import { type Parts, type Rewound, rewind } from "./rewind";
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

const activePerTeam = 300;

interface Started {
  answer: { runId: string; messageId: string };
  /** Tells readers and workers; call it once the transaction around this, if any, is committed. */
  begin: () => void;
}

/**
 * Writes the user's message and the run in one transaction: what is accepted is durable. The model is never called here.
 * Throws 409 while a run of the session is active.
 */
export async function startRun(
  db: Db,
  session: { id: string; teamId: string },
  author: Author,
  form: StartForm,
): Promise<Started> {
  const worker = currentWorker();
  const { run, messageId, events } = await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.teamId, session.teamId), eq(sessions.id, session.id)))
      .for("update");
    if (!row) throw new AppError("not_found", "This session does not exist or was deleted.");
    await checkIdle(tx, row.id, session.teamId);
    const replaced: Rewound = form.replaces
      ? await rewind(tx, row.id, form.replaces)
      : { events: [], text: undefined, parts: [], messageCount: row.messageCount };
    const { messageCount } = replaced;
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
    const change: SessionChange = {
      status: state,
      messageCount: messageCount + 1,
      previewText: previewOf(text),
      lastRun: { status: state, reason: null },
      ...(form.variables ? { variables: form.variables } : {}),
      ...(messageCount === 0 && row.name === row.appName ? { name: titleOf(text) } : {}),
    };
    const written = await appendEvents(tx, row.id, runId, [{ kind: "message", body, messageId }, status], change);
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
    return { run, messageId, events: [...replaced.events, ...written] };
  });
  const begin = () => {
    publish(session.id, events);
    if (worker) worker.begin(run);
    else notifySoon(runChannel, "queued");
  };
  return { answer: { runId: run.id, messageId }, begin };
}

const titleOf = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 60) || "New session";

async function checkIdle(tx: Tx, sessionId: string, teamId: string): Promise<void> {
  const [active] = await tx
    .select({ n: count(), here: sql<boolean | null>`bool_or(${runs.sessionId} = ${sessionId})` })
    .from(runs)
    .where(and(eq(runs.teamId, teamId), inArray(runs.status, activeStates)));
  if (active?.here) throw new AppError("conflict", "The agent is still answering. Wait for it or stop it first.");
  if ((active?.n ?? 0) >= activePerTeam)
    throw new AppError("rate_limited", `The team already has ${activePerTeam} active runs. Try again in a moment.`, {
      retryAfter: 5,
    });
}

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
