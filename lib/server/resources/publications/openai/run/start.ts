import { and, eq, inArray, sql } from "drizzle-orm";
import type { PublicationCaller } from "../../../../access/auth/publication-caller";
import { answerClientCalls, type ClientResult } from "../../../../engine/runs/answer-client-calls";
import { secretValues } from "../../../../engine/runs/context/values";
import { updateSession } from "../../../../engine/runs/sessions";
import { redactIn } from "../../../../platform/crypto/redact";
import type { Db, Reader, Tx } from "../../../../platform/db/client";
import type { ClientOptions } from "../../../../platform/db/tables/client-options";
import { inputRequests } from "../../../../platform/db/tables/input-requests";
import { runs, sessionEvents, sessions } from "../../../../platform/db/tables/sessions";
import { AppError, invalidField } from "../../../../platform/errors/errors";
import { checkOwnBudgets } from "../../limits";
import { recordCall } from "../../log";
import { answerPublicationRequest } from "../../sessions";
import { lockPublicationSession, startCounted, withHidden } from "../../start";
import { lockForStart, startInTurn } from "../../start-in-turn";
import type { LoadedImage } from "../request/images";
import type { RunRequest } from "../request/run-request";
import { toResponseId } from "../stored/response-id";
import { type FoundResponse, findOwnResponse, listResponses } from "../stored/responses";

export interface StartForm {
  request: RunRequest;
  options: ClientOptions;
  variables: Record<string, string> | undefined;
  /** The response that is continued. */
  previous: FoundResponse | undefined;
  images: readonly LoadedImage[];
}

export interface StartedCall {
  responseId: string;
  /** Of the log. */
  callId: string;
}

interface WaitingRun {
  runId: string;
  sessionId: string;
}

/** The run of the publication that waits for the result of one of these calls. */
async function findWaitingRun(
  db: Reader,
  { publication }: PublicationCaller,
  callIds: string[],
): Promise<WaitingRun | undefined> {
  const callId = sql<string>`${sessionEvents.body}->>'callId'`;
  const [found] = await db
    .select({ runId: runs.id, sessionId: runs.sessionId })
    .from(sessionEvents)
    .innerJoin(runs, and(eq(runs.id, sessionEvents.runId), eq(runs.sessionId, sessionEvents.sessionId)))
    .innerJoin(sessions, eq(sessions.id, runs.sessionId))
    .where(
      and(
        eq(sessionEvents.kind, "tool_call"),
        sql`${sessionEvents.body}->>'client' is not null`,
        inArray(callId, callIds),
        eq(runs.status, "waiting"),
        eq(sessions.teamId, publication.teamId),
        eq(sessions.publicationId, publication.id),
      ),
    )
    .limit(1);
  return found;
}

/** Continues a run with the client's part in one transaction. */
function continueRun(
  db: Db,
  caller: PublicationCaller,
  { sessionId, runId }: WaitingRun,
  { options }: Pick<StartForm, "options">,
  work: (tx: Tx, session: typeof sessions.$inferSelect) => Promise<unknown>,
): Promise<StartedCall> {
  return startInTurn(db, caller, async (tx) => {
    await lockForStart(tx, caller);
    const session = await lockPublicationSession(tx, caller, sessionId);
    await updateSession(tx, session, { clientOptions: withHidden(options, session.clientOptions) });
    await work(tx, session);
    const responseId = (await listResponses(tx, sessionId)).at(-1)?.id ?? "";
    return { responseId, callId: await recordCall(tx, caller, "running", { sessionId, runId }) };
  });
}

const continueWithResults = (
  db: Db,
  caller: PublicationCaller,
  waiting: WaitingRun,
  results: readonly ClientResult[],
  form: StartForm,
) =>
  continueRun(db, caller, waiting, form, (tx, session) =>
    answerClientCalls(tx, session, waiting.runId, redactIn([...results], secretValues(session))),
  );

/** Responds to the requests of a run, which must be all of them. */
async function continueWithApprovals(db: Db, caller: PublicationCaller, form: StartForm): Promise<StartedCall> {
  const { approvals } = form.request;
  const ids = approvals.map(({ requestId }) => requestId);
  const [first] = await db
    .select({ runId: inputRequests.runId, sessionId: inputRequests.sessionId })
    .from(inputRequests)
    .innerJoin(sessions, eq(sessions.id, inputRequests.sessionId))
    .where(and(inArray(inputRequests.id, ids), eq(sessions.publicationId, caller.publication.id)))
    .limit(1);
  if (!first) throw invalidField("input", "There is no pending approval request with this ID.");
  return continueRun(db, caller, first, form, async (tx) => {
    const open = await tx
      .select({ id: inputRequests.id })
      .from(inputRequests)
      .where(eq(inputRequests.runId, first.runId));
    if (open.some(({ id }) => !ids.includes(id)))
      throw invalidField("input", "Respond to all approval requests in the response together.");
    for (const { requestId, approve, reason } of approvals)
      await answerPublicationRequest(tx, caller, first.sessionId, {
        requestId,
        decision: approve ? "approve" : "reject",
        reason,
      });
  });
}

/** Starts a run, or continues one that waits for the client, for a call that was counted. Throws AppError. */
export async function startCall(db: Db, caller: PublicationCaller, form: StartForm): Promise<StartedCall> {
  const { request, options, previous, variables, images } = form;
  const { results, approvals, message, history, images: sent } = request;
  await checkOwnBudgets(db, caller);
  if (approvals.length > 0) return continueWithApprovals(db, caller, form);
  const waiting =
    results.length > 0
      ? await findWaitingRun(
          db,
          caller,
          results.map(({ callId }) => callId),
        )
      : undefined;
  if (waiting && (!previous || previous.session.id === waiting.sessionId))
    return continueWithResults(db, caller, waiting, results, form);
  if (previous) requireContinuable(previous, results);
  const files = images.map((image, i) => ({ ...image, entry: sent[i]?.entry }));
  const sessionId = previous?.session.id;
  // Another request may have continued it meanwhile.
  const check = async (tx: Tx) => {
    if (previous) requireContinuable(await findOwnResponse(tx, caller, previous.part.id), results);
  };
  const run = { sessionId, message, history, files, variables, clientOptions: options, check };
  const { runId, callId } = await startCounted(db, caller, run);
  return { responseId: toResponseId(runId, 0), callId };
}

function requireContinuable({ isNewest, session }: FoundResponse, results: readonly ClientResult[]): void {
  if (results.length > 0)
    throw invalidField("input", `No call with the ID ${results[0]?.callId} is waiting for output.`);
  if (!isNewest)
    throw invalidField("previous_response_id", "Only the newest response of a conversation can be continued.");
  if (session.status === "waiting" && session.lastRun?.status === "waiting")
    throw new AppError("invalid", "The response is waiting for a tool output or an approval. Send it first.");
}
