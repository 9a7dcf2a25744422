import { and, eq, sql } from "drizzle-orm";
import type { InputAnswer } from "@/lib/contract/session-events/requests";
import type { FormField, FormInput } from "@/lib/contract/tasks/form-fields";
import { afterCommit } from "../../platform/db/after-commit";
import { type Db, joinTransaction, type Tx } from "../../platform/db/client";
import { runs, sessionEvents, sessions } from "../../platform/db/tables/sessions";
import { AppError, invalidField, notFound } from "../../platform/errors/errors";
import { findVariables } from "../variables/variables";
import { buildAnswerEvents, findChangedArgs, readAnswerInput } from "./answer-form";
import { toText } from "./form-input";
import { initialLease, type RunRow } from "./lease/lease";
import { appendEvents, type NewEvent } from "./log/events";
import { publish } from "./log/hub";
import { withdrawInputRequest } from "./outcome/input-request-rows";
import { type Decision, loadRequests, type RequestState, requestDecisions } from "./outcome/requests";
import { setSessionValues } from "./process/output";
import type { Author, Started } from "./start";
import { currentWorker, wakeWorkers } from "./worker";

interface AnswerForm {
  requestId: string;
  /** `raised`: not a decision, but a raised budget. */
  decision: Decision | "raised";
  reason?: string;
  /** For a `form`: its values. For an approval: the result to use instead of the call. */
  input?: unknown;
  /** For an approval: the arguments that replace the model's. */
  args?: unknown;
}

/** The responder's permissions; not checked for the server's own responses. */
interface AnswerAuthorization {
  /** The event for a budget decision. Throws 403 for callers without the permission. */
  decide: (tx: Tx, budget: NonNullable<RequestState["budget"]>) => Promise<InputAnswer["decision"]>;
  /** Throws 403 when the request is assigned to someone else. */
  allow: (tx: Tx, request: RequestState) => Promise<void>;
}

/**
 * Responds to an input request. After the last open request the run resumes on any worker. Throws 404 for a request of another
 * session, 409 when it is already answered or its run no longer waits.
 */
export async function answerRequest(
  db: Db,
  session: { id: string; teamId: string },
  author: Author,
  form: AnswerForm,
  authorization?: AnswerAuthorization,
): Promise<Started> {
  const localWorker = currentWorker();
  return joinTransaction(db, async (tx) => {
    await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.teamId, session.teamId), eq(sessions.id, session.id)))
      .for("update");
    const run = await findRequestingRun(tx, session, form.requestId);
    const requests = await loadRequests(tx, run);
    const request = requests.find(({ requestId }) => requestId === form.requestId);
    if (!request) throw notFound("This request");
    await authorization?.allow(tx, request);
    checkAnswer(run, request, form.decision);
    const decision = request.budget && authorization ? await authorization.decide(tx, request.budget) : form.decision;
    const given = readAnswerInput(request, decision, form.input);
    const args = request.approval && decision === "approve" ? findChangedArgs(request, form.args) : undefined;
    const resumes = requests.every(({ requestId, answered }) => answered || requestId === form.requestId);
    const worker = resumes && localWorker?.hasRoom() ? localWorker : undefined;
    const state = worker ? "running" : "queued";
    const status: NewEvent = {
      kind: "status",
      body: { status: state, reason: null, runStatus: state, runId: run.id },
    };
    const newEvents = [
      ...buildAnswerEvents(request, author, { decision, reason: form.reason, given, args }),
      ...(resumes ? [status] : []),
    ];
    const change = resumes ? ({ status: state, lastRun: { status: state, reason: null } } as const) : {};
    const events = await appendEvents(tx, session.id, run.id, newEvents, change);
    await withdrawInputRequest(tx, request.requestId);
    if (request.form && given.formValues) await storeInput(tx, session, request.form.fields, given.formValues);
    const resumedRun = resumes ? await resumeRun(tx, run, worker?.id ?? null) : run;
    afterCommit(tx, () => {
      publish(session.id, events);
      if (worker) worker.begin(resumedRun, "answer");
      else if (resumes) wakeWorkers();
    });
    return { runId: run.id, messageId: await findQuestion(tx, run) };
  });
}

/** Of a waiting run. */
export async function resumeRun(tx: Tx, run: RunRow, worker: string | null): Promise<RunRow> {
  const attempt = worker ? run.attempt + 1 : run.attempt;
  const [row] = await tx
    .update(runs)
    .set({ ...initialLease(worker), attempt, reason: null })
    .where(eq(runs.id, run.id))
    .returning();
  if (!row) throw new Error("The run was not stored.");
  return row;
}

/** Returns the requesting run, locked. */
async function findRequestingRun(tx: Tx, session: { id: string; teamId: string }, requestId: string): Promise<RunRow> {
  const hasRequest = sql`exists (select 1 from ${sessionEvents} where ${sessionEvents.sessionId} = ${session.id}
    and ${sessionEvents.runId} = ${runs.id} and ${sessionEvents.kind} = 'input_request'
    and ${sessionEvents.body}->>'requestId' = ${requestId})`;
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.teamId, session.teamId), eq(runs.sessionId, session.id), hasRequest))
    .for("update");
  if (!run) throw notFound("This request");
  return run;
}

function checkAnswer(
  { status, cancelRequested }: RunRow,
  { kind, answered }: RequestState,
  decision: AnswerForm["decision"],
): void {
  if (answered) throw new AppError("conflict", "Someone has already responded to this request.");
  if (status !== "waiting" || cancelRequested)
    throw new AppError("conflict", "The run is no longer waiting for this response.");
  if (decision === "raised") return;
  const allowed: readonly Decision[] = requestDecisions[kind];
  if (!allowed.includes(decision)) throw invalidField("decision", `Choose one of ${allowed.join(", ")}.`);
}

/** Sets the variables that the form's fields are bound to. */
async function storeInput(
  tx: Tx,
  { id, teamId }: { id: string; teamId: string },
  fields: readonly FormField[],
  input: FormInput,
): Promise<void> {
  const variables = await findVariables(tx, teamId, { ids: fields.flatMap(({ variableId }) => variableId ?? []) });
  const values = fields.flatMap(({ name, variableId }) => {
    const variable = variables.find((one) => one.id === variableId && !one.secret);
    return variable ? [[variable.name, toText(input[name])] as const] : [];
  });
  await setSessionValues(tx, id, Object.fromEntries(values));
}

/** The user message that the run responds to. */
async function findQuestion(tx: Tx, run: RunRow): Promise<string> {
  const [row] = await tx
    .select({ id: sessionEvents.messageId })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, run.sessionId),
        eq(sessionEvents.runId, run.id),
        eq(sessionEvents.kind, "message"),
      ),
    )
    .orderBy(sessionEvents.seq)
    .limit(1);
  return row?.id ?? "";
}
