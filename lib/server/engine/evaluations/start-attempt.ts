import { and, eq, isNull, sql } from "drizzle-orm";
import type { TestCase } from "@/lib/contract/testsets/cases";
import { isTeamMember } from "../../access/auth/is-team-member";
import type { Db, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { teams } from "../../platform/db/tables/teams";
import { evaluationAttempts as attempts } from "../../platform/db/tables/test-sets";
import { AppError } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { appendEvents, type NewEvent } from "../runs/log/events";
import { createSession } from "../runs/sessions";
import { startRun } from "../runs/start";
import type { EvaluationRow } from "./lease";

/** The team has too many runs: another time. */
const isBusy = (error: AppError): boolean => error.code === "rate_limited" || error.code === "unavailable";

/**
 * Starts the attempt's run, once: its session is recorded in the same transaction. An attempt that cannot start is not
 * measured. Returns false if the team has too many runs at the moment.
 */
export async function startAttempt(
  db: Db,
  evaluation: EvaluationRow,
  attemptId: string,
  testCase: TestCase | undefined,
): Promise<boolean> {
  const pending = and(eq(attempts.id, attemptId), isNull(attempts.sessionId), isNull(attempts.outcome));
  try {
    await db.transaction(async (tx) => {
      const [attempt] = await tx.select({ id: attempts.id }).from(attempts).where(pending).for("update");
      if (!attempt) return;
      if (!testCase) throw new AppError("conflict", "This case no longer exists.");
      const sessionId = await startSession(tx, evaluation, testCase);
      await tx.update(attempts).set({ sessionId }).where(eq(attempts.id, attemptId));
    });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (isBusy(error)) return false;
    const ended = { outcome: "not_measured", reason: error.message, dateEnded: sql`now()` } as const;
    await db.update(attempts).set(ended).where(pending);
    return true;
  }
}

async function startSession(tx: Tx, evaluation: EvaluationRow, testCase: TestCase): Promise<string> {
  const { teamId, createdBy, keyId } = evaluation;
  const { isPrivate, ...columns } = evaluation.session;
  const [author] = await tx
    .select({ id: accounts.id, name: accounts.name })
    .from(accounts)
    .where(eq(accounts.id, createdBy));
  if (!author || !(await isTeamMember(tx, teamId, createdBy)))
    throw new AppError("conflict", "The member who started the evaluation has left the team.");
  const [team] = await tx.select({ orgId: teams.orgId }).from(teams).where(eq(teams.id, teamId));
  const { recording } = testCase;
  const session = await createSession(
    tx,
    {
      ...columns,
      preview: { ...columns.preview, ...(recording && { recording }) },
      appName: columns.name,
      teamId,
      orgId: team?.orgId ?? "",
      createdBy,
      sharingConfig: { mode: isPrivate ? "private" : "team", emails: [] },
      test: true,
    },
    testCase.variables,
  );
  const messageCount = testCase.history.length;
  if (messageCount > 0)
    await appendEvents(tx, session.id, null, testCase.history.map(toEvent(session.id, author)), { messageCount });
  const principal = { ...author, keyId };
  await startRun(tx, async () => ({ ...session, messageCount }), principal, { message: testCase.input });
  return session.id;
}

/** An earlier message of the conversation. */
const toEvent =
  (sessionId: string, author: { id: string; name: string }) =>
  ({ role, text }: TestCase["history"][number]): NewEvent => {
    const messageId = newId("message");
    const [authorId, authorName] = role === "user" ? [author.id, author.name] : [null, ""];
    const common = { parts: [], citations: [], usage: null, ts: new Date().toISOString(), completed: true };
    return {
      kind: "message",
      messageId,
      body: { ...common, _id: messageId, sessionId, authorId, authorName, role, text },
    };
  };
