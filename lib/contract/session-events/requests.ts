import { z } from "zod";
import { budgetScopes } from "@/lib/constants/budgets";
import { formFieldTypes } from "@/lib/constants/tasks";
import { teamRoles } from "@/lib/permissions/roles";
import { assigneeField, deadlineActions } from "../sessions/input-request-rules";
import { eventBody, missing, part } from "./body";

export const requestKinds = ["repeat", "budget", "form", "approval"] as const;
export type RequestKind = (typeof requestKinds)[number];

/** The assignee of a request; a person with their name at that time. */
export const requestAssignee = z.discriminatedUnion("type", [
  z.object({ type: z.literal("anyone") }),
  z.object({ type: z.literal("role"), role: z.enum(teamRoles) }),
  z.object({ type: z.literal("account"), accountId: z.string(), name: z.string().optional() }),
]);
export type RequestAssignee = z.output<typeof requestAssignee>;

/** A field of a requested form. */
export const requestField = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string().optional(),
  type: z.enum(formFieldTypes),
  options: z.array(z.string()).optional(),
  required: z.boolean(),
  variableId: z.string().nullable().optional(),
});
export type RequestField = z.output<typeof requestField>;

/** The agent that needs approval, and the call. */
const requestApproval = z.object({
  agentName: z.string(),
  toolId: z.string().nullable(),
  /** The number of the tool's revision. */
  revision: z.number().optional(),
  /** The call was approved before, and its tool changed since. */
  changed: z.literal(true).optional(),
  description: z.string(),
  /** The schema of the arguments. */
  schema: z.record(z.string(), z.unknown()),
});
export type RequestApproval = z.output<typeof requestApproval>;

/** The exceeded budget, and its state when the run was stopped. */
const requestBudget = eventBody({
  scope: z.enum(budgetScopes),
  subjectId: z.string(),
  money: z.number().nullable(),
  tokens: z.number().nullable(),
  spentUsd: z.number(),
  spentTokens: z.number(),
  resetsAt: z.string(),
});
export type RequestBudget = z.output<typeof requestBudget>;

/** An input request: what a run waits for. */
export const inputRequestBody = eventBody({
  ...missing,
  ...part,
  requestId: z.string(),
  kind: z.enum(requestKinds),
  /** The question. */
  text: z.string(),
  /** The deadline; null: none. */
  deadline: z.string().nullable(),
  /** The assignee, and what happens at the deadline; default: anyone, no deadline. */
  asks: z
    .object({
      assignee: requestAssignee,
      minutes: z.number().nullable(),
      onDeadline: z.enum(deadlineActions),
      passTo: assigneeField.nullable(),
    })
    .optional(),
  callId: z.string(),
  name: z.string(),
  input: z.unknown().optional(),
  startedAt: z.string(),
  /** The tool's revision that was shown; the approval applies only to this one. */
  revisionId: z.string().optional(),
  /** For kind `repeat`: the call requires approval, so only its approvers may decide. */
  guarded: z.boolean().optional(),
  /** Of kind `form`: the fields, and the task that needs them. `decides`: it is a branch, which takes the case that is chosen. */
  form: z.object({ taskId: z.string(), fields: z.array(requestField), decides: z.literal(true).optional() }).optional(),
  /** Of kind `form`, in an iteration: the item, up to 2,000 characters. */
  item: z.string().optional(),
  /** Of kind `approval`. */
  approval: requestApproval.optional(),
  /** Of kind `budget`. */
  budget: requestBudget.optional(),
});
export type InputRequest = z.output<typeof inputRequestBody>;

const answer = {
  ...missing,
  ...part,
  requestId: z.string(),
  callId: z.string(),
  /** `raised`, `again`: set by the server when the budget is no longer exceeded. */
  decision: z.enum(["approve", "reject", "respond", "raised", "again"]),
  reason: z.string().nullable(),
  /** Absent if the body is missing. */
  by: eventBody({ id: z.string(), name: z.string() }).optional(),
  guarded: z.boolean().optional(),
  /** Of an approval: arguments that replace the model's. */
  args: z.unknown().optional(),
};

const filledIn = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]));

export const inputAnswerBody = z.union([
  /** `input`: the values by field name. */
  eventBody({ ...answer, kind: z.literal("form"), input: filledIn.optional() }),
  /** The first versions did not have the kind of the request. */
  eventBody({
    ...answer,
    kind: z.enum(["repeat", "budget", "approval"]).optional(),
    /** The result of the call. */
    input: z.unknown().optional(),
  }),
]);
export type InputAnswer = z.output<typeof inputAnswerBody>;
