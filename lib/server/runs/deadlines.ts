import { and, asc, eq, lte, notInArray, sql } from "drizzle-orm";
import type { Db } from "../db/client";
import { databaseTime } from "../db/from-now";
import { AppError } from "../http/errors";
import { namedAssignee } from "../inbox/service";
import { inputRequests } from "../inbox/table";
import { log } from "../log";
import { runs, sessions } from "../sessions/table";
import { answerRequest } from "./answer";
import { appendEvents } from "./events";
import { endRun, publishFirst } from "./finish";
import { assigneeColumns, deadlineFrom } from "./kept-requests";
import type { RunRow } from "./lease";
import { tellWaits } from "./tell-waits";

const atOnce = 50;
const author = { id: "deadline", name: "The deadline" };
const late = "Nobody answered in time.";

type Row = typeof inputRequests.$inferSelect;

/**
 * Does what is due with questions that nobody has answered in time, once, whoever else does so at the same time: the
 * session's row decides who comes first, a person with an answer too.
 */
export async function workDeadlines(db: Db): Promise<void> {
  // Those that this look has come to: one that cannot be worked keeps the others from nothing.
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
        // Somebody has answered it or stopped the run meanwhile.
        if (!(error instanceof AppError)) log().warn({ err: error, requestId: row.id }, "a deadline was not worked");
      });
    if (due.length < atOnce) return;
    seen.push(...due.map(({ id }) => id));
  }
}

async function pass(db: Db, row: Row): Promise<void> {
  if (row.onDeadline === "reject") {
    const session = { id: row.sessionId, teamId: row.teamId };
    const { begin } = await answerRequest(db, session, author, { requestId: row.id, decision: "reject", reason: late });
    return begin();
  }
  if (row.onDeadline === "pass" && row.passTo) return passOn(db, row, row.passTo);
  const mine = await takeOver(db, row);
  if (mine) await endRun(db, mine, { status: "error", reason: `${late} The run was ended at its deadline.` });
}

/** Somebody else is asked, for as long again; after that the run ends. */
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
    const body = {
      ...{ code: "passed_on", requestId: row.id, assignee: await namedAssignee(tx, assignee) },
      ...{ deadline: deadline.toISOString(), onDeadline: "end" },
      text: `${late} Somebody else is asked.`,
    };
    publishFirst(tx, run, await appendEvents(tx, session.id, run.id, [{ kind: "notice", body }]));
    const asks = { assignee, minutes: row.minutes, onDeadline: "end" as const, passTo: null };
    const outcome = { status: "waiting" as const, reason: run.reason, asks: "approval" as const };
    await tellWaits(tx, run, session, outcome, [{ kind: row.kind === "form" ? "form" : "approval", asks }]);
  });
}

/** The waiting run as one that is worked here, so that it can be ended; undefined where it does not wait any more. */
async function takeOver(db: Db, row: Row): Promise<RunRow | undefined> {
  return db.transaction(async (tx) => {
    await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, row.sessionId)).for("update");
    const asked = tx.select({ id: inputRequests.id }).from(inputRequests).where(eq(inputRequests.id, row.id));
    const [mine] = await tx
      .update(runs)
      .set({ status: "running", leaseOwner: "deadline", leaseUntil: sql`now() + interval '15 seconds'` })
      .where(and(eq(runs.id, row.runId), eq(runs.status, "waiting"), sql`exists (${asked})`))
      .returning();
    return mine;
  });
}
