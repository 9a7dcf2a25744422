import { and, eq, sql } from "drizzle-orm";
import type { FormField, FormInput } from "@/lib/contract/form-fields";
import { type Db, joinTransaction, type Tx } from "../db/client";
import { notifySoon } from "../db/notify";
import { AppError, invalidField, notFound } from "../http/errors";
import { runs, sessionEvents, sessions } from "../sessions/table";
import { findVariables } from "../variables/service";
import { answerEvents, changedArgs, givenInput } from "./answer-form";
import { appendEvents, type NewEvent } from "./events";
import { textOf } from "./form-input";
import { publish } from "./hub";
import { dropRequest } from "./kept-requests";
import { firstLease, type RunRow, runChannel } from "./lease";
import { setValues } from "./process/output";
import { type AskedRequest, type Decision, requestDecisions, requestsOf } from "./requests";
import type { Author, Started } from "./start";
import { currentWorker } from "./worker";

export interface AnswerForm {
  requestId: string;
  /** `raised`: not an answer, but what it was asked for has changed. */
  decision: Decision | "raised";
  reason?: string;
  /** Of kind `form`: what was filled in. Of an approval that is answered in the call's place: its result. */
  input?: unknown;
  /** Of an approval: the arguments to call it with instead of the model's. */
  args?: unknown;
}

/** What whoever answers may do; nothing is looked at for the server's own answers. */
export interface AnswerRights {
  /** What the log says of an answer about a budget. Throws 403 for whoever has no right to it. */
  decide: (tx: Tx, budget: NonNullable<AskedRequest["budget"]>) => Promise<string>;
  /** Throws 403 where the question is for somebody else. */
  allow: (tx: Tx, request: AskedRequest) => Promise<void>;
}

/**
 * Answers what a run waits for. With its last open request answered the run goes on, on any worker. Throws 404 for a
 * request that is not the session's, 409 for one that is answered or whose run does not wait any more.
 */
export async function answerRequest(
  db: Db,
  session: { id: string; teamId: string },
  author: Author,
  form: AnswerForm,
  rights?: AnswerRights,
): Promise<Started> {
  const here = currentWorker();
  const { run, messageId, worker, goesOn, events } = await joinTransaction(db, async (tx) => {
    await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.teamId, session.teamId), eq(sessions.id, session.id)))
      .for("update");
    const run = await runOf(tx, session, form.requestId);
    const asked = await requestsOf(tx, run);
    const request = asked.find(({ requestId }) => requestId === form.requestId);
    if (!request) throw notFound("This request");
    await rights?.allow(tx, request);
    checkAnswer(run, request, form.decision);
    const decision = request.budget && rights ? await rights.decide(tx, request.budget) : form.decision;
    const input = givenInput(request, decision, form.input);
    const args = request.approval && decision === "approve" ? changedArgs(request, form.args) : undefined;
    const goesOn = asked.every(({ requestId, answered }) => answered || requestId === form.requestId);
    const worker = goesOn && here?.hasRoom() ? here : undefined;
    const state = worker ? "running" : "queued";
    const status: NewEvent = {
      kind: "status",
      body: { status: state, reason: null, runStatus: state, runId: run.id },
    };
    const all = [
      ...answerEvents(request, author, { decision, reason: form.reason, input, args }),
      ...(goesOn ? [status] : []),
    ];
    const change = goesOn ? ({ status: state, lastRun: { status: state, reason: null } } as const) : {};
    const events = await appendEvents(tx, session.id, run.id, all, change);
    await dropRequest(tx, request.requestId);
    if (request.form && input) await keepInput(tx, session, request.form.fields, input as FormInput);
    const going = goesOn ? await restart(tx, run, worker?.id ?? null) : run;
    return { run: going, messageId: await questionOf(tx, run), worker, goesOn, events };
  });
  const begin = () => {
    publish(session.id, events);
    if (worker) worker.begin(run, "answer");
    else if (goesOn) {
      here?.wake();
      notifySoon(runChannel, "queued");
    }
  };
  return { answer: { runId: run.id, messageId }, begin };
}

async function restart(tx: Tx, run: RunRow, worker: string | null): Promise<RunRow> {
  const attempt = worker ? run.attempt + 1 : run.attempt;
  const [row] = await tx
    .update(runs)
    .set({ ...firstLease(worker), attempt, reason: null })
    .where(eq(runs.id, run.id))
    .returning();
  if (!row) throw new Error("The run was not stored.");
  return row;
}

/** The run that asks, locked. */
async function runOf(tx: Tx, session: { id: string; teamId: string }, requestId: string): Promise<RunRow> {
  const asks = sql`exists (select 1 from ${sessionEvents} where ${sessionEvents.sessionId} = ${session.id}
    and ${sessionEvents.runId} = ${runs.id} and ${sessionEvents.kind} = 'input_request'
    and ${sessionEvents.body}->>'requestId' = ${requestId})`;
  const [run] = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.teamId, session.teamId), eq(runs.sessionId, session.id), asks))
    .for("update");
  if (!run) throw notFound("This request");
  return run;
}

function checkAnswer(
  { status, cancelRequested }: RunRow,
  { kind, answered }: AskedRequest,
  decision: AnswerForm["decision"],
): void {
  if (answered) throw new AppError("conflict", "This request was answered already.");
  if (status !== "waiting" || cancelRequested)
    throw new AppError("conflict", "The run does not wait for this answer any more.");
  if (decision === "raised") return;
  const allowed: readonly Decision[] = requestDecisions[kind];
  if (!allowed.includes(decision)) throw invalidField("decision", `Choose one of ${allowed.join(", ")}.`);
}

/** Variables that fields of the form set. */
async function keepInput(
  tx: Tx,
  { id, teamId }: { id: string; teamId: string },
  fields: readonly FormField[],
  input: FormInput,
): Promise<void> {
  const known = await findVariables(tx, teamId, { ids: fields.flatMap(({ variableId }) => variableId ?? []) });
  const values = fields.flatMap(({ name, variableId }) => {
    const variable = known.find((one) => one.id === variableId && !one.secret);
    return variable ? [[variable.name, textOf(input[name])] as const] : [];
  });
  await setValues(tx, id, Object.fromEntries(values));
}

/** The user's message that the run answers. */
async function questionOf(tx: Tx, run: RunRow): Promise<string> {
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
