import type { BudgetScope } from "@/lib/constants/budgets";
import type { InputAnswer, InputRequest, RequestKind } from "@/lib/contract/session-events/requests";
import type { InputRequestRules } from "@/lib/contract/sessions/input-request-rules";
import type { FormField, FormInput } from "@/lib/contract/tasks/form-fields";
import { truncate } from "@/lib/utils/text/truncate";
import type { Reader } from "../../../platform/db/client";
import { newId } from "../../../platform/ids/ids";
import type { UsedUp } from "../../budgets/service";
import { loadEvents, type OpenCall } from "../calls/open-calls";
import type { EngineTool } from "../calls/tools";
import type { RunRow } from "../lease/lease";
import type { NewEvent } from "../log/events";

/**
 * `repeat`: whether to repeat a call that may have been executed. `budget`: whether the run may exceed a used-up budget.
 * `form`: input for a task, which may be declined. `approval`: a call is approved, possibly with other arguments, rejected, or
 * replaced by a given result. Each kind has its own decisions.
 */
export const requestDecisions = {
  repeat: ["approve", "reject"],
  budget: ["approve"],
  form: ["respond", "approve", "reject"],
  approval: ["approve", "reject", "respond"],
} as const satisfies Record<RequestKind, Decision[]>;
export type Decision = "approve" | "reject" | "respond";

const scopeLabels: Record<BudgetScope, string> = {
  org: "the organization's budget",
  team: "the team's budget",
  app: "the app's budget",
  key: "the API key's budget",
  publication: "the publication's budget",
  publicationKey: "the publication key's budget",
};

export function budgetRequest({ text, hard: _hard, ...budget }: UsedUp): NewEvent<"input_request"> {
  const body: InputRequest = {
    requestId: newId("request"),
    kind: "budget",
    text,
    deadline: null,
    callId: "",
    name: scopeLabels[budget.scope],
    input: null,
    startedAt: new Date().toISOString(),
    budget,
  };
  return { kind: "input_request", body: { ...body } };
}

/** The deadline is set when the run starts waiting. */
const toRuleFields = (asks: InputRequestRules | null | undefined) => ({ deadline: null, ...(asks && { asks }) });

const toRevisionField = (tool: EngineTool | undefined) => tool?.origin && { revisionId: tool.origin.revisionId };

/** A task, or a branch that a person decides. */
export interface FormStep {
  id: string;
  name: string;
  asks?: InputRequestRules | null | undefined;
  decides?: true;
}

const maxItem = 2_000;

/** `item`: what the step is for in an iteration. */
export function formRequest(step: FormStep, fields: FormField[], item?: string): NewEvent<"input_request"> {
  const { id: taskId, name, asks, decides } = step;
  const body: InputRequest = {
    requestId: newId("request"),
    kind: "form",
    text: `${name} needs your ${decides ? "decision" : "input"}.`,
    ...toRuleFields(asks),
    callId: "",
    name,
    input: null,
    startedAt: new Date().toISOString(),
    form: { taskId, fields, ...(decides && { decides }) },
    ...(item !== undefined && { item: truncate(item, maxItem) }),
  };
  return { kind: "input_request", body: { ...body, taskId } };
}

export function repeatRequest(
  { call: { id: callId, name, input }, startedAt, part, lapsed }: OpenCall,
  tool: EngineTool | undefined,
): NewEvent<"input_request"> {
  const guarded = tool?.requireApproval === true;
  const interrupted = `The server was interrupted while calling ${name}. The call may have completed.`;
  const text = lapsed ? `${interrupted} ${name} changed after the call was approved.` : interrupted;
  const body: InputRequest = {
    requestId: newId("request"),
    kind: "repeat",
    text,
    ...toRuleFields(guarded ? tool.asks : null),
    callId,
    name,
    input,
    startedAt,
    ...toRevisionField(tool),
    ...(guarded && { guarded }),
  };
  return { kind: "input_request", body: { ...body, ...part } };
}

export function approvalRequest(
  { call: { id: callId, name, input }, part, lapsed }: Pick<OpenCall, "call" | "part" | "lapsed">,
  tool: EngineTool | undefined,
  agentName: string,
): NewEvent<"input_request"> {
  const wants = `${agentName} wants to call ${name}.`;
  const text = lapsed ? `${wants} The tool changed after the call was approved.` : wants;
  const revision = tool?.origin && { revision: tool.origin.revision };
  const body: InputRequest = {
    requestId: newId("request"),
    kind: "approval",
    text,
    ...toRuleFields(tool?.asks),
    callId,
    name,
    input,
    startedAt: new Date().toISOString(),
    ...toRevisionField(tool),
    approval: {
      agentName,
      toolId: tool?.origin?.toolId ?? null,
      ...revision,
      ...(lapsed && { changed: true }),
      description: truncate(tool?.description ?? "", 1_000),
      schema: tool?.parameters ?? {},
    },
  };
  return { kind: "input_request", body: { ...body, ...part } };
}

export interface RequestState extends InputRequest {
  answered: boolean;
  /** The decision in the log. */
  decision: InputAnswer["decision"] | undefined;
  /** The values of a form. */
  formValues: FormInput | undefined;
  reason: string | undefined;
}

export async function loadRequests(db: Reader, run: Pick<RunRow, "id" | "sessionId">): Promise<RequestState[]> {
  const rows = await loadEvents(db, run, ["input_request", "input_answer"]);
  const answers = rows.flatMap(({ kind, body }) => (kind === "input_answer" ? [body] : []));
  const answersById = new Map(answers.map((answer) => [answer.requestId, answer]));
  const requests = rows.flatMap(({ kind, body }) => (kind === "input_request" ? [body] : []));
  return requests.map((request) => {
    const answer = answersById.get(request.requestId);
    return {
      ...request,
      answered: answer !== undefined,
      decision: answer?.decision,
      formValues: answer?.kind === "form" ? answer.input : undefined,
      reason: answer?.reason ?? undefined,
    };
  });
}
