import type { LoggedReaderEvent } from "@/lib/contract/session-events/events";
import type {
  InputRequest,
  RequestApproval,
  RequestAssignee,
  RequestBudget,
  RequestField,
  RequestKind,
} from "@/lib/contract/session-events/requests";
import type { FormInput } from "@/lib/contract/tasks/form-fields";
import { isRunEnd } from "./run-end";

/** An input request of a run. It is open until it is answered or its run ends. */
export interface ThreadRequest {
  seq: number;
  requestId: string;
  kind: RequestKind;
  /** The question. */
  text: string;
  callId: string;
  name: string;
  input: unknown;
  startedAt: string;
  /** When it was asked, and when it was answered or its run ended. */
  askedAt: string;
  settledAt: string | null;
  /** Of kind `budget`, for members: the budget and its state. */
  budget: RequestBudget | undefined;
  /** Of kind `form`: what is to be filled in. `decides`: which case a branch takes. */
  form: { fields: RequestField[]; decides?: true | undefined } | undefined;
  /** Of kind `approval`, for members: who asks, and the schema of the arguments. */
  approval: RequestApproval | undefined;
  /** The assignee; undefined: anyone. */
  assignee: ThreadAssignee | undefined;
  deadline: string | null;
  onDeadline: "end" | "reject" | "pass" | undefined;
  /** Of a process: the task that asks. */
  taskId: string | undefined;
  /** The item of an iteration that the task is for; outside the session's thread it is known for forms only. */
  item?: string | undefined;
  /** `changed`: with other arguments than the model's. */
  answer: ThreadAnswer | null;
  closed: boolean;
}

/** `values`: those of a form, for members. */
interface ThreadAnswer {
  decision: string;
  reason: string | null;
  by: string;
  changed: boolean;
  values?: FormInput | undefined;
}

/** With `role` as in the inbox. */
export type ThreadAssignee = Exclude<RequestAssignee, { type: "role" }> | { type: "role"; role: string };

type EventOf<K extends LoggedReaderEvent["kind"]> = Extract<LoggedReaderEvent, { kind: K }>;
/** Visitors get none of the optional fields. */
type MemberFields = Pick<InputRequest, "text"> &
  Partial<Pick<InputRequest, "asks" | "budget" | "approval" | "taskId" | "item">>;
type RequestEvent = EventOf<"input_request" | "input_answer" | "notice" | "status">;

export const isOpen = ({ answer, closed }: ThreadRequest): boolean => answer === null && !closed;

/** Returns the requests after another event of the log; pages may come in any order. */
export function withRequestEvent(requests: ThreadRequest[], event: RequestEvent): ThreadRequest[] {
  const { seq, at } = event;
  switch (event.kind) {
    case "input_request": {
      const { body } = event;
      return requests.some((one) => one.requestId === body.requestId)
        ? requests
        : [...requests, toThreadRequest(seq, body, at)];
    }
    case "input_answer": {
      const { requestId, decision, reason, by } = event.body;
      const changed = "args" in event.body && event.body.args !== undefined;
      const values = event.body.kind === "form" && "input" in event.body ? event.body.input : undefined;
      const answer = { decision, reason: reason || null, by: by?.name ?? "", changed, ...(values && { values }) };
      return requests.map((one) => (one.requestId === requestId ? { ...one, answer, settledAt: at } : one));
    }
    case "notice": {
      if (event.body.code !== "passed_on") return requests;
      const { requestId, assignee, deadline, onDeadline } = event.body;
      return requests.map((one) => (one.requestId === requestId ? { ...one, assignee, deadline, onDeadline } : one));
    }
    case "status": {
      if (!isRunEnd(event.body.runStatus) || !requests.some((one) => one.seq < seq && isOpen(one))) return requests;
      return requests.map((one) => (one.seq < seq && isOpen(one) ? { ...one, closed: true, settledAt: at } : one));
    }
    default:
      event satisfies never;
      return requests;
  }
}

/** Builds a request from its event. */
export function toThreadRequest(seq: number, body: EventOf<"input_request">["body"], at?: string): ThreadRequest {
  const { requestId, kind, text, callId, name, input, startedAt, form, deadline } = body;
  const { asks, budget, approval, taskId, item }: MemberFields = body;
  return {
    seq,
    requestId,
    kind,
    text,
    callId: callId ?? "",
    name,
    input,
    startedAt,
    askedAt: at ?? startedAt,
    settledAt: null,
    budget,
    answer: null,
    closed: false,
    approval,
    deadline: deadline ?? null,
    assignee: asks?.assignee,
    onDeadline: asks?.onDeadline,
    form,
    taskId,
    item,
  };
}
