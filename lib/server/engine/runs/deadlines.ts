import { and, asc, eq, lte, notInArray, sql } from "drizzle-orm";
import type { NoticeBody } from "@/lib/contract/session-events/states";
import type { Db } from "../../platform/db/client";
import { databaseTime } from "../../platform/db/query/time-from-now";
import { inputRequests } from "../../platform/db/tables/input-requests";
import { runs, sessions } from "../../platform/db/tables/sessions";
import { AppError } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import { answerRequest } from "./answer";
import { type RunRow, runLease } from "./lease/lease";
import { appendEvents } from "./log/events";
import { namedAssignee } from "./outcome/assignees";
import { endRun, publishFirst } from "./outcome/finish";
import { assigneeColumns, deadlineFrom } from "./outcome/input-request-rows";
import { notifyWaiting } from "./outcome/notify-waiting";

const atOnce = 50;
const author = { id: "deadline", name: "The deadline" };
const late = "Nobody answered in time.";

type Row = typeof inputRequests.$inferSelect;

/**
 * Handles expired input requests, each exactly once: the session's row lock serializes this with other processes and with
 * responses.
 */
export async function workDeadlines(db: Db): Promise<void> {
  // Requests already tried in this pass: a failing one must not block the others.
  const seen: string[] = [""];
  for (;;) {
    const due = await db
      .select()
      .from(inputRequests)
      .where(and(lte(inputRequests.deadline, sql`now()`), notInArray(inputRequests.id, seen)))
      .orderBy(asc(inputRequests.deadline))
      .limit(atOnce);
    for (const row of due)
      await pass(db, row).catch((error: unknown) => {
        // Answered or cancelled in the meantime.
        if (!(error instanceof AppError)) log().warn({ err: error, requestId: row.id }, "a deadline was not worked");
      });
    if (due.length < atOnce) return;
    seen.push(...due.map(({ id }) => id));
  }
}

async function pass(db: Db, row: Row): Promise<void> {
  if (row.onDeadline === "reject") {
    const session = { id: row.sessionId, teamId: row.teamId };
    await answerRequest(db, session, author, { requestId: row.id, decision: "reject", reason: late });
    return;
  }
  if (row.onDeadline === "pass" && row.passTo) return passOn(db, row, row.passTo);
  const mine = await startAnswering(db, row);
  if (mine) await endRun(db, mine, { status: "error", reason: `${late} The run was ended at its deadline.` });
}

/** Reassigns the request with a new deadline; after that the run ends. */
async function passOn(db: Db, row: Row, assignee: NonNullable<Row["passTo"]>): Promise<void> {
  await db.transaction(async (tx) => {
    const [session] = await tx.select().from(sessions).where(eq(sessions.id, row.sessionId)).for("update");
    const [run] = await tx.select().from(runs).where(eq(runs.id, row.runId)).for("update");
    const deadline = deadlineFrom(await databaseTime(tx), row.minutes ?? 1);
    const [still] = await tx
      .update(inputRequests)
      .set({ ...assigneeColumns(assignee), deadline, onDeadline: "end", passTo: null })
      .where(and(eq(inputRequests.id, row.id), eq(inputRequests.onDeadline, "pass")))
      .returning({ id: inputRequests.id });
    if (!session || !run || !still) return;
    const body: NoticeBody = {
      code: "passed_on",
      requestId: row.id,
      assignee: await namedAssignee(tx, assignee),
      deadline: deadline.toISOString(),
      onDeadline: "end",
      text: `${late} Somebody else is asked.`,
    };
    publishFirst(tx, run, await appendEvents(tx, session.id, run.id, [{ kind: "notice", body }]));
    const asks = { assignee, minutes: row.minutes, onDeadline: "end" as const, passTo: null };
    const outcome = { status: "waiting" as const, reason: run.reason, asks: "approval" as const };
    await notifyWaiting(tx, run, session, outcome, [{ kind: row.kind === "form" ? "form" : "approval", asks }]);
  });
}

/** Claims the waiting run here, so that it can be ended; undefined when it no longer waits. */
async function startAnswering(db: Db, row: Row): Promise<RunRow | undefined> {
  return db.transaction(async (tx) => {
    await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, row.sessionId)).for("update");
    const asked = tx.select({ id: inputRequests.id }).from(inputRequests).where(eq(inputRequests.id, row.id));
    const [mine] = await tx
      .update(runs)
      .set({ status: "running", ...runLease.claimedBy("deadline") })
      .where(and(eq(runs.id, row.runId), eq(runs.status, "waiting"), sql`exists (${asked})`))
      .returning();
    return mine;
  });
}
