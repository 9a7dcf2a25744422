import { and, eq, sql } from "drizzle-orm";
import type { BudgetSubject } from "../../engine/budgets/budget-managers";
import { hasRoom } from "../../engine/budgets/room";
import { answerRequest } from "../../engine/runs/answer";
import { loadRequests } from "../../engine/runs/outcome/requests";
import type { Db } from "../../platform/db/client";
import { runs, sessionEvents, sessions } from "../../platform/db/tables/sessions";
import { log } from "../../platform/log/log";

const matchesSubject = ({ scope, id }: BudgetSubject) =>
  ({
    org: eq(sessions.orgId, id),
    team: eq(runs.teamId, id),
    app: eq(sessions.appId, id),
    key: eq(runs.keyId, id),
    publication: eq(sessions.publicationId, id),
    publicationKey: eq(runs.keyId, id),
  })[scope];

/** Resumes the runs that wait for a changed budget, if it is no longer exceeded. */
export async function resumeWaitingRuns(
  db: Db,
  subject: BudgetSubject,
  by: { id: string; name: string },
): Promise<void> {
  if (!(await hasRoom(db, subject.id))) return;
  const asks = sql`exists (select 1 from ${sessionEvents} where ${sessionEvents.sessionId} = ${runs.sessionId}
    and ${sessionEvents.runId} = ${runs.id} and ${sessionEvents.kind} = 'input_request'
    and ${sessionEvents.body}->'budget'->>'subjectId' = ${subject.id})`;
  const waiting = await db
    .select({ id: runs.id, sessionId: runs.sessionId, teamId: runs.teamId })
    .from(runs)
    .innerJoin(sessions, eq(sessions.id, runs.sessionId))
    .where(and(eq(runs.status, "waiting"), eq(runs.cancelRequested, false), matchesSubject(subject), asks));
  for (const run of waiting) {
    const open = (await loadRequests(db, run)).filter(({ answered }) => !answered);
    for (const { requestId, budget } of open) {
      if (budget?.subjectId !== subject.id) continue;
      const session = { id: run.sessionId, teamId: run.teamId };
      // It may have been answered or cancelled meanwhile.
      await answerRequest(db, session, by, { requestId, decision: "raised" }).catch((error: unknown) =>
        log().info({ err: error, runId: run.id }, "a run paused by a budget was not resumed"),
      );
    }
  }
}
