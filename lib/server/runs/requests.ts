import type { BudgetScope } from "@/lib/constants/budgets";
import type { AskRules } from "@/lib/contract/asks";
import type { FormField, FormInput } from "@/lib/contract/form-fields";
import { cutText } from "@/lib/utils/cut-text";
import type { UsedUp } from "../budgets/service";
import type { Db } from "../db/client";
import { newId } from "../db/ids";
import type { NewEvent } from "./events";
import type { RunRow } from "./lease";
import { eventsOf, type OpenCall } from "./open-calls";
import type { EngineTool } from "./tools";

/**
 * `repeat`: a call that may have happened is made again or not. `budget`: the run passes one that is used up. `form`:
 * somebody fills in what a task needs, or declines. `approval`: a call is made as it stands or with other arguments, is not
 * made, or somebody gives its result themselves. Each kind takes its own decisions.
 */
export const requestDecisions = {
  repeat: ["approve", "reject"],
  budget: ["approve"],
  form: ["respond", "approve", "reject"],
  approval: ["approve", "reject", "respond"],
} as const satisfies Record<string, Decision[]>;
export type RequestKind = keyof typeof requestDecisions;
export type Decision = "approve" | "reject" | "respond";

/** What a run waits for a person to decide. `text` is the question. */
export interface InputRequest {
  requestId: string;
  kind: RequestKind;
  text: string;
  /** When waiting ends by itself; null: never. */
  deadline: string | null;
  /** Who is asked, and what happens at the deadline; without it anybody, for ever. */
  asks?: AskRules;
  callId: string;
  name: string;
  input: unknown;
  startedAt: string;
  /** Of the tool as it was shown: an approval covers no other. */
  revisionId?: string;
  /** Of kind `repeat`: the call needs an approval, so that whoever approves such calls decides on this one too. */
  guarded?: boolean;
  /** Of kind `form`: what is asked for, and by which task. */
  form?: { taskId: string; fields: FormField[] };
  /** Of kind `approval`: who asks, and what is asked for by which tool. */
  approval?: AskedApproval;
  /** Of kind `budget`: which, and how it stood when the run was stopped. */
  budget?: AskedBudget;
}

interface AskedApproval {
  agentName: string;
  toolId: string | null;
  /** The number of the tool's revision. */
  revision?: number;
  /** The call was approved before, and its tool changed since. */
  changed?: true;
  description: string;
  /** What the arguments have to fit. */
  schema: EngineTool["parameters"];
}

interface AskedBudget {
  scope: BudgetScope;
  subjectId: string;
  money: number | null;
  tokens: number | null;
  spentUsd: number;
  spentTokens: number;
  resetsAt: string;
}

const whose: Record<BudgetScope, string> = {
  org: "the organization's budget",
  team: "the team's budget",
  app: "the app's budget",
  key: "the API key's budget",
};

export function budgetRequest({ text, hard: _hard, ...budget }: UsedUp): NewEvent {
  const body: InputRequest = {
    ...{ requestId: newId("request"), kind: "budget", text, deadline: null },
    ...{ callId: "", name: whose[budget.scope], input: null, startedAt: new Date().toISOString(), budget },
  };
  return { kind: "input_request", body: { ...body } };
}

/** The deadline is written once the run waits. */
const asksOf = (asks: AskRules | null | undefined) => ({ deadline: null, ...(asks && { asks }) });

const revisionOf = (tool: EngineTool | undefined) => tool?.origin && { revisionId: tool.origin.revisionId };

interface AskingTask {
  id: string;
  name: string;
  asks: AskRules | null;
}

export function formRequest(task: AskingTask, fields: FormField[]): NewEvent {
  const body: InputRequest = {
    ...{ requestId: newId("request"), kind: "form", text: `${task.name} needs your input.`, ...asksOf(task.asks) },
    ...{ callId: "", name: task.name, input: null, startedAt: new Date().toISOString() },
    form: { taskId: task.id, fields },
  };
  return { kind: "input_request", body: { ...body, taskId: task.id } };
}

export function repeatRequest(
  { call: { id: callId, name, input }, startedAt, part, lapsed }: OpenCall,
  tool: EngineTool | undefined,
): NewEvent {
  const guarded = tool?.requireApproval === true;
  const broken = `The server was interrupted while ${name} was called. The call may have happened.`;
  const text = lapsed ? `${broken} ${name} was changed after the call was approved.` : broken;
  const body: InputRequest = {
    ...{ requestId: newId("request"), kind: "repeat", text, ...asksOf(guarded ? tool.asks : null) },
    ...{ callId, name, input, startedAt, ...revisionOf(tool), ...(guarded && { guarded }) },
  };
  return { kind: "input_request", body: { ...body, ...part } };
}

export function approvalRequest(
  { call: { id: callId, name, input }, part, lapsed }: Pick<OpenCall, "call" | "part" | "lapsed">,
  tool: EngineTool | undefined,
  agentName: string,
): NewEvent {
  const wants = `${agentName} wants to call ${name}.`;
  const text = lapsed ? `${wants} It was changed after the call was approved.` : wants;
  const revision = tool?.origin && { revision: tool.origin.revision };
  const body: InputRequest = {
    ...{ requestId: newId("request"), kind: "approval", text },
    ...asksOf(tool?.asks),
    ...{ callId, name, input, startedAt: new Date().toISOString(), ...revisionOf(tool) },
    approval: {
      ...{ agentName, toolId: tool?.origin?.toolId ?? null, ...revision, ...(lapsed && { changed: true }) },
      description: cutText(tool?.description ?? "", 1_000),
      schema: tool?.parameters ?? {},
    },
  };
  return { kind: "input_request", body: { ...body, ...part } };
}

interface Answer {
  decision: string;
  reason?: string | null;
  input?: FormInput;
}

export interface AskedRequest extends InputRequest {
  answered: boolean;
  /** What the log says of the answer. */
  decision: string | undefined;
  given: FormInput | undefined;
  reason: string | undefined;
}

/** Everything the run has asked, answered or not, oldest first. */
export async function requestsOf(
  db: Pick<Db, "select">,
  run: Pick<RunRow, "id" | "sessionId">,
): Promise<AskedRequest[]> {
  const rows = await eventsOf(db, run, ["input_request", "input_answer"]);
  const answers = rows.filter(({ kind }) => kind === "input_answer");
  const said = new Map(
    answers.map(({ body }) => {
      const { requestId, ...answer } = body as Answer & { requestId: string };
      return [requestId, answer];
    }),
  );
  return rows
    .filter(({ kind }) => kind === "input_request")
    .map(({ body }) => body as InputRequest)
    .map((request) => ({
      ...request,
      answered: said.has(request.requestId),
      decision: said.get(request.requestId)?.decision,
      given: said.get(request.requestId)?.input,
      reason: said.get(request.requestId)?.reason ?? undefined,
    }));
}
