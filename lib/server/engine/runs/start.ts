import { and, eq, inArray } from "drizzle-orm";
import type { MessageBody } from "@/lib/contract/session-events/events";
import type { MessagePart } from "@/lib/contract/session-events/messages";
import { pluralize } from "@/lib/utils/text/pluralize";
import { truncate } from "@/lib/utils/text/truncate";
import { redact } from "../../platform/crypto/redact";
import { afterCommit } from "../../platform/db/after-commit";
import { type Db, joinTransaction, type Tx } from "../../platform/db/client";
import { defineQueries } from "../../platform/db/query/define-query";
import { settleAll } from "../../platform/db/settle-all";
import { runs, sessionFiles, type sessions } from "../../platform/db/tables/sessions";
import { AppError, invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { logContext } from "../../platform/log/log-context";
import { assertValuesGiven } from "./context/required-variables";
import { mergeValues, secretValues } from "./context/values";
import { initialLease, openStates, type RunRow } from "./lease/lease";
import { countRun, hasTeamRoom } from "./lease/team-load";
import { appendEvents, type NewEvent, type SessionChange } from "./log/events";
import { publish } from "./log/hub";
import { type Rewound, rewind } from "./log/rewind";
import { assertIdle } from "./outcome/assert-idle";
import { toPreview } from "./outcome/finish";
import { currentWorker, wakeWorkers } from "./worker";

interface StartForm {
  message?: string;
  fileIds?: string[];
  variables?: Record<string, string>;
  /** The id of a user message to replace, or of a response to regenerate. */
  replaces?: string;
  /** The run's id, if it was reserved. */
  runId?: string;
}

export interface Author {
  id: string;
  name: string;
  /** The account whose rights the run has; the author's by default. */
  principalId?: string;
  /** The API key used for the call. */
  keyId?: string | null;
}

type SessionRow = typeof sessions.$inferSelect;

export interface Started {
  runId: string;
  messageId: string;
}

/**
 * Records the user's message and the run in one transaction; a worker starts after the commit. `lock` returns the session with
 * its row locked, or throws when the author may not write to it. Throws 409 while a run of the session is active.
 */
export async function startRun(
  db: Db,
  lock: (tx: Tx) => Promise<SessionRow>,
  author: Author,
  form: StartForm,
): Promise<Started> {
  const localWorker = currentWorker();
  return joinTransaction(db, async (tx) => {
    const row = await lock(tx);
    const runId = form.runId ?? newId("run");
    // Before other refusals, and before a rewind, which hides what the run waits for. Checked again with what is written.
    if (openStates.some((state) => state === row.lastRun?.status)) await assertIdle(tx, row, runId);
    const mayRun = await hasTeamRoom(tx, row.teamId);
    const worker = localWorker?.hasRoom() && mayRun ? localWorker : undefined;
    const replaced: Rewound = form.replaces
      ? await rewind(tx, row.id, form.replaces)
      : { events: [], text: undefined, parts: [], messageCount: row.messageCount };
    const { messageCount } = replaced;
    const isProcess = row.appType === "process";
    if (isProcess) checkProcess(row, form);
    else if (messageCount >= row.maxMessages)
      throw new AppError(
        "conflict",
        `This session has reached its limit of ${pluralize(row.maxMessages, "message")}. Start a new session.`,
      );
    const content = form.message || replaced.text || (isProcess ? defaultMessage : "");
    if (!content) throw invalidField("message", "Enter a message.");
    const values = form.variables ? await mergeValues(tx, row, form.variables) : undefined;
    const sessionWithValues = { ...row, ...values };
    const needsValues = isProcess || (row.messageCount === 0 && !form.replaces);
    const text = redact(content, secretValues(sessionWithValues));
    const parts = form.fileIds ? await checkFiles(tx, row.id, form.fileIds) : replaced.parts;
    const messageId = newId("message");
    const body: MessageBody = {
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
      ...(isProcess && !form.message && { kickOff: true }),
    };
    const state = worker ? "running" : "queued";
    const status: NewEvent = { kind: "status", body: { status: state, reason: null, runStatus: state, runId } };
    const change: SessionChange = {
      status: state,
      messageCount: messageCount + 1,
      previewText: toPreview(text),
      lastRun: { status: state, reason: null },
      ...values,
      ...((row.test || !row.revisions) && !row.preview && { begins: row.appType }),
      ...(messageCount === 0 && row.name === row.appName && form.message ? { name: toTitle(text) } : {}),
    };
    const newRun = {
      id: runId,
      teamId: row.teamId,
      sessionId: row.id,
      principalId: author.principalId ?? author.id,
      keyId: author.keyId ?? null,
      requestId: logContext().requestId ?? null,
      worker: worker?.id,
    };
    const [, appended, [run]] = await settleAll([
      assertIdle(tx, row, runId),
      appendEvents(tx, row.id, runId, [{ kind: "message", body, messageId }, status], change),
      insertRun(tx, newRun, {}),
      needsValues && assertValuesGiven(tx, sessionWithValues),
    ]);
    if (!run) throw new Error("The run was not stored.");
    countRun(row.teamId, state);
    afterCommit(tx, () => {
      publish(run.sessionId, [...replaced.events, ...appended]);
      if (worker) worker.begin(run, "start");
      else wakeWorkers();
    });
    return { runId, messageId };
  });
}

type NewRun = Pick<RunRow, "id" | "teamId" | "sessionId" | "principalId" | "keyId" | "requestId">;

const insertRun = defineQueries<NewRun & { worker: string | undefined }, Record<never, string>>()(
  (db, { worker, ...columns }) =>
    db
      .insert(runs)
      .values({ ...columns, ...initialLease(worker) })
      .returning(),
);

/** The message when a process is started without one. */
const defaultMessage = "Start";

function checkProcess({ status }: SessionRow, { replaces, fileIds = [] }: StartForm): void {
  if (fileIds.length > 0) throw invalidField("fileIds", "Files can't be attached to a process.");
  if (replaces) throw invalidField("replaces", "A process can't be edited. Start it again.");
  if (status === "completed") throw new AppError("conflict", "This process is complete. Start a new session.");
}

function toTitle(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 60 ? `${truncate(line, 59).replace(/ \S*$/, "")}…` : line || "New session";
}

async function checkFiles(tx: Tx, sessionId: string, ids: string[]): Promise<MessagePart[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(sessionFiles)
    .where(and(eq(sessionFiles.sessionId, sessionId), inArray(sessionFiles.id, ids)));
  const filesById = new Map(rows.map((row) => [row.id, row]));
  return ids.map((fileId, i) => {
    const file = filesById.get(fileId);
    if (!file) throw invalidField(`fileIds.${i}`, "This file doesn't exist or is no longer available.");
    return { type: "file", fileId, filename: file.filename, mimeType: file.mimeType };
  });
}
