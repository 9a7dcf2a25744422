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
  /** Of kind `budget`, for members: whose it is, and how it stood. */
  budget: AskedBudget | undefined;
  /** Of kind `form`: what is to be filled in. */
  form: { fields: AskedField[] } | undefined;
  /** Of a process: the task that asks. */
  taskId: string | undefined;
  answer: { decision: string; reason: string | null; by: string } | null;
  closed: boolean;
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
export function withRequestEvent(requests: ThreadRequest[], kind: string, seq: number, body: Body): ThreadRequest[] {
  switch (kind) {
    case "input_request":
      return requests.some((one) => one.requestId === body.requestId) ? requests : [...requests, asked(seq, body)];
    case "input_answer": {
      const { decision, reason, by } = body;
      const { name = "" } = (by ?? {}) as { name?: string };
      const answer = { decision: String(decision), reason: reason ? String(reason) : null, by: name };
      return requests.map((one) => (one.requestId === body.requestId ? { ...one, answer } : one));
    }
    case "status": {
      const ended = ["completed", "cancelled", "error"].includes(String(body.runStatus));
      if (!ended || !requests.some((one) => one.seq < seq && isOpen(one))) return requests;
      return requests.map((one) => (one.seq < seq ? { ...one, closed: true } : one));
    }
    default:
      return requests;
  }
}

function asked(
  seq: number,
  { requestId, kind, text, callId, name, input, startedAt, budget, form, taskId }: Body,
): ThreadRequest {
  return {
    ...{ seq, requestId: String(requestId), kind: String(kind), text: String(text ?? "") },
    ...{ callId: String(callId), name: String(name), input, startedAt: String(startedAt) },
    ...{ budget: budget as AskedBudget | undefined, answer: null, closed: false },
    ...{ form: form as ThreadRequest["form"], taskId: typeof taskId === "string" ? taskId : undefined },
  };
}
