/** What a run asks a person. It is open until it is answered or its run ends. */
export interface ThreadRequest {
  seq: number;
  requestId: string;
  kind: string;
  /** The question. */
  text: string;
  callId: string;
  name: string;
  input: unknown;
  startedAt: string;
  /** When it was asked, and when it was answered or its run ended. */
  askedAt: string;
  settledAt: string | null;
  /** Of kind `budget`, for members: whose it is, and how it stood. */
  budget: AskedBudget | undefined;
  /** Of kind `form`: what is to be filled in. */
  form: { fields: AskedField[] } | undefined;
  /** Of kind `approval`, for members: who asks, and what the arguments have to fit. */
  approval: AskedApproval | undefined;
  /** Whom it is for; undefined: anybody. */
  assignee: AskedAssignee | undefined;
  deadline: string | null;
  onDeadline: "end" | "reject" | "pass" | undefined;
  /** Of a process: the task that asks. */
  taskId: string | undefined;
  /** `changed`: with other arguments than the model's. */
  answer: { decision: string; reason: string | null; by: string; changed: boolean } | null;
  closed: boolean;
}

export type AskedAssignee =
  | { type: "anyone" }
  | { type: "role"; role: string }
  /** `name` as the log has it, from when the person was asked. */
  | { type: "account"; accountId: string; name?: string };

export interface AskedApproval {
  agentName: string;
  /** The number of the tool's revision that would be called. */
  revision?: number;
  /** The call was approved before, and its tool changed since. */
  changed?: boolean;
  description: string;
  schema: Record<string, unknown>;
}

export interface AskedField {
  name: string;
  label: string;
  description?: string;
  /** One of those that a form field can have. */
  type: string;
  options?: string[];
  required: boolean;
}

export interface AskedBudget {
  scope: string;
  subjectId: string;
  money: number | null;
  tokens: number | null;
  spentUsd: number;
  spentTokens: number;
  resetsAt: string;
}

type Body = Record<string, unknown>;

export const isOpen = ({ answer, closed }: ThreadRequest): boolean => answer === null && !closed;

/** The requests after one more event of the log, in any order of pages. */
export function withRequestEvent(
  requests: ThreadRequest[],
  kind: string,
  { seq, body, at }: { seq: number; body: Body; at?: string | undefined },
): ThreadRequest[] {
  switch (kind) {
    case "input_request":
      return requests.some((one) => one.requestId === body.requestId) ? requests : [...requests, asked(seq, body, at)];
    case "input_answer": {
      const { decision, reason, by, args } = body;
      const { name = "" } = (by ?? {}) as { name?: string };
      const said = { decision: String(decision), reason: reason ? String(reason) : null, by: name };
      const answer = { ...said, changed: args !== undefined };
      return requests.map((one) =>
        one.requestId === body.requestId ? { ...one, answer, settledAt: at ?? null } : one,
      );
    }
    case "notice": {
      if (body.code !== "passed_on") return requests;
      const { assignee, deadline, onDeadline } = body as unknown as ThreadRequest;
      const now = { assignee, deadline, onDeadline };
      return requests.map((one) => (one.requestId === body.requestId ? { ...one, ...now } : one));
    }
    case "status": {
      const ended = ["completed", "cancelled", "error"].includes(String(body.runStatus));
      if (!ended || !requests.some((one) => one.seq < seq && isOpen(one))) return requests;
      return requests.map((one) =>
        one.seq < seq && isOpen(one) ? { ...one, closed: true, settledAt: at ?? null } : one,
      );
    }
    default:
      return requests;
  }
}

/** A request as the log has it. */
export function asked(seq: number, body: Body, at?: string): ThreadRequest {
  const { requestId, kind, text, callId, name, input, startedAt, budget, form, taskId, approval, deadline } = body;
  const asks = body.asks as Pick<ThreadRequest, "assignee" | "onDeadline"> | undefined;
  return {
    ...{ seq, requestId: String(requestId), kind: String(kind), text: String(text ?? "") },
    ...{ callId: String(callId), name: String(name), input, startedAt: String(startedAt) },
    ...{ askedAt: at ?? String(startedAt), settledAt: null },
    ...{ budget: budget as AskedBudget | undefined, answer: null, closed: false },
    ...{ approval: approval as AskedApproval | undefined, deadline: typeof deadline === "string" ? deadline : null },
    ...{ assignee: asks?.assignee, onDeadline: asks?.onDeadline },
    ...{ form: form as ThreadRequest["form"], taskId: typeof taskId === "string" ? taskId : undefined },
  };
}
