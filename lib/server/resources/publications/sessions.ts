import { eq } from "drizzle-orm";
import { decideBudgetRequest } from "../../engine/budgets/service";
import { answerRequest } from "../../engine/runs/answer";
import { cancelRun } from "../../engine/runs/cancel";
import { secretValues } from "../../engine/runs/context/values";
import type { Started } from "../../engine/runs/start";
import { redact, redactIn } from "../../platform/crypto/redact";
import { type Db, joinTransaction, type Reader } from "../../platform/db/client";
import { inputRequests } from "../../platform/db/tables/input-requests";
import { AppError } from "../../platform/errors/errors";
import { type PublicationCaller, requireStillAdmitted } from "./service";
import { getPublicationSession } from "./start";

interface Answer {
  requestId: string;
  decision: "approve" | "reject" | "respond";
  reason?: string | undefined;
  input?: unknown;
  args?: unknown;
}

/** Throws 403 for a request that is assigned to someone. */
async function requireUnassigned(db: Reader, { requestId }: { requestId: string }): Promise<void> {
  const [row] = await db
    .select({ assigneeType: inputRequests.assigneeType })
    .from(inputRequests)
    .where(eq(inputRequests.id, requestId));
  if (row && row.assigneeType !== "anyone")
    throw new AppError("forbidden", "This request is assigned to a team member.");
}

/** Responds to a request of a run, unless it is assigned to someone or asks for a budget. */
export async function answerPublicationRequest(
  db: Db,
  caller: PublicationCaller,
  sessionId: string,
  { requestId, decision, reason, input, args }: Answer,
): Promise<Started> {
  const session = await getPublicationSession(db, caller, sessionId);
  const secrets = secretValues(session);
  const said = {
    requestId,
    decision,
    ...(reason && { reason: redact(reason, secrets) }),
    ...(input !== undefined && { input: redactIn(input, secrets) }),
    ...(args !== undefined && { args: redactIn(args, secrets) }),
  };
  return joinTransaction(db, async (tx) => {
    const { principal } = await requireStillAdmitted(tx, caller);
    return answerRequest(tx, session, principal, said, { decide: decideBudgetRequest, allow: requireUnassigned });
  });
}

/** Cancels the active run of a session; without one, does nothing. */
export async function cancelPublicationRun(db: Db, caller: PublicationCaller, sessionId: string): Promise<void> {
  const { id, teamId } = await getPublicationSession(db, caller, sessionId);
  await cancelRun(db, teamId, id);
}
