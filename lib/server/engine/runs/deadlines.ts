import { and, asc, eq, lte, notInArray, sql } from "drizzle-orm";
import type { NoticeBody } from "@/lib/contract/session-events/states";
import { publishInboxChange } from "../../access/broadcast/notify";
import type { Db } from "../../platform/db/client";
import { databaseTime } from "../../platform/db/query/time-from-now";
import { inputRequests } from "../../platform/db/tables/input-requests";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { AppError } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import { answerRequest } from "./answer";
import { type RunRow, runLease } from "./lease/lease";
import { appendEvents } from "./log/events";
import { addAssigneeName } from "./outcome/assignees";
import { endRun, publishFirst } from "./outcome/finish";
import { assigneeColumns, deadlineFrom } from "./outcome/input-request-rows";
import { notifyWaiting } from "./outcome/notify-waiting";

const batchSize = 50;
const author = { id: "deadline", name: "Muster" };
const expiredText = "No one responded in time.";

type Row = typeof inputRequests.$inferSelect;

/**
 * Handles expired input requests, each exactly once: the session's row lock serializes this with other processes and with
 * responses.
 */
export async function handleDeadlines(db: Db): Promise<void> {
  // Requests already tried in this pass: a failing one must not block the others.
  const triedIds: string[] = [""];
  for (;;) {
    const due = await db
      .select()
      .from(inputRequests)
      .where(and(lte(inputRequests.deadline, sql`now()`), notInArray(inputRequests.id, triedIds)))
      .orderBy(asc(inputRequests.deadline))
      .limit(batchSize);
    for (const row of due)
      await handleExpired(db, row).catch((error: unknown) => {
        // Answered or cancelled in the meantime.
        if (!(error instanceof AppError)) log().warn({ err: error, requestId: row.id }, "handling a deadline failed");
      });
    if (due.length < batchSize) return;
    triedIds.push(...due.map(({ id }) => id));
  }
}

async function handleExpired(db: Db, row: Row): Promise<void> {
  if (row.onDeadline === "reject") {
    const session = { id: row.sessionId, teamId: row.teamId };
    await answerRequest(db, session, author, { requestId: row.id, decision: "reject", reason: expiredText });
    return;
  }
  if (row.onDeadline === "pass" && row.passTo) return reassign(db, row, row.passTo);
  const claimed = await claimRun(db, row);
  if (claimed) await endRun(db, claimed, { status: "error", reason: `${expiredText} The run ended at its deadline.` });
}

/** Reassigns the request with a new deadline; after that the run ends. */
async function reassign(db: Db, row: Row, assignee: NonNullable<Row["passTo"]>): Promise<void> {
  await db.transaction(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, row.sessionId)).for("update");
    const [run] = await tx.select().from(runs).where(eq(runs.id, row.runId)).for("update");
    const deadline = deadlineFrom(await databaseTime(tx), row.minutes ?? 1);
    const [updated] = await tx
      .update(inputRequests)
      .set({ ...assigneeColumns(assignee), deadline, onDeadline: "end", passTo: null })
      .where(and(eq(inputRequests.id, row.id), eq(inputRequests.onDeadline, "pass")))
      .returning({ id: inputRequests.id });
    if (!session || !run || !updated) return;
    publishInboxChange(tx, row.teamId);
    const body: NoticeBody = {
      code: "passed_on",
      requestId: row.id,
      assignee: await addAssigneeName(tx, assignee),
      deadline: deadline.toISOString(),
      onDeadline: "end",
      text: `${expiredText} The request was reassigned.`,
    };
    publishFirst(tx, run, await appendEvents(tx, session.id, run.id, [{ kind: "notice", body }]));
    const asks = { assignee, minutes: row.minutes, onDeadline: "end" as const, passTo: null };
    const outcome = { status: "waiting" as const, reason: run.reason, asks: "approval" as const };
    await notifyWaiting(tx, run, session, outcome, [{ kind: row.kind === "form" ? "form" : "approval", asks }]);
  });
}

/** Claims the waiting run here, so that it can be ended; undefined when it no longer waits. */
async function claimRun(db: Db, row: Row): Promise<RunRow | undefined> {
  return db.transaction(async (tx) => {
    await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, row.sessionId)).for("update");
    const openRequest = tx.select({ id: inputRequests.id }).from(inputRequests).where(eq(inputRequests.id, row.id));
    const [claimed] = await tx
      .update(runs)
      .set({ status: "running", ...runLease.claimedBy("deadline") })
      .where(and(eq(runs.id, row.runId), eq(runs.status, "waiting"), sql`exists (${openRequest})`))
      .returning();
    return claimed;
  });
}
