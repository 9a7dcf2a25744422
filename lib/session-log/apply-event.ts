import type { LoggedKind, LoggedReaderEvent, ReaderEvent } from "@/lib/contract/session-events/events";
import type { NoticeBody } from "@/lib/contract/session-events/states";
import { applyLive, withoutLive } from "./live-text";
import { isOpen, type ThreadRequest, withRequestEvent } from "./requests";
import { isRunEnd } from "./run-end";
import { type SessionLog, type ThreadCall, withMessages } from "./state";

type EventOf<K extends LoggedKind> = Extract<LoggedReaderEvent, { kind: K }>;

/** Applies one event of the stream. Idempotent. */
export function applyEvent(log: SessionLog, event: ReaderEvent): SessionLog {
  if (event.seq === null) return applyLive(log, event);
  const { seq } = event;
  if (log.start !== null && seq < log.start) return applyEarlier(log, event);
  if (seq <= log.cursor) return log;
  return applyLogged({ ...log, start: log.start ?? seq, cursor: seq }, event);
}

/** Which earlier events count: only those shown in the thread, as the present state is known. */
const appliesEarlier: Record<LoggedKind, boolean> = {
  message: true,
  tool_call: true,
  tool_result: true,
  retrieval: true,
  notice: true,
  rewind: true,
  input_request: true,
  input_answer: true,
  task: true,
  step: false,
  discard: false,
  status: false,
};

function applyEarlier(log: SessionLog, event: LoggedReaderEvent): SessionLog {
  const { seq, kind } = event;
  const known = [...log.calls, ...log.searches, ...log.notices, ...log.messages].some((item) => item.seq === seq);
  if (kind === "status") return { ...withProcess(log, event), requests: withRequestEvent(log.requests, event) };
  if (known || !appliesEarlier[kind] || isVoid(log, seq)) return log;
  return { ...applyLogged(log, event), live: log.live, gaps: log.gaps, ending: log.ending };
}

const isVoid = ({ voids }: SessionLog, seq: number): boolean =>
  voids.some(({ after, before }) => seq > after && seq < before);

/**
 * Notices shown in the trace only: the thread already shows them in the answered request or in the run's end, or, for a
 * budget that pauses no run, they do not matter there.
 */
const isTracedOnly: Record<NoticeBody["code"], boolean> = {
  repeating: true,
  approved: true,
  waiting: true,
  passed_on: true,
  loop: true,
  budget: true,
  answer_limit: true,
  resumed: false,
  removed: false,
  unreadable: false,
};

function withProcess(log: SessionLog, event: EventOf<"task" | "status">): SessionLog {
  const { seq } = event;
  const body = event.kind === "task" ? event.body : toEndBody(event.body.runStatus);
  if (!body) return log;
  if (seq > (log.process.at(-1)?.seq ?? 0)) return { ...log, process: [...log.process, { seq, body }] };
  if (log.process.some((one) => one.seq === seq)) return log;
  return { ...log, process: [...log.process, { seq, body }].sort((a, b) => a.seq - b.seq) };
}

const toEndBody = (runStatus: EventOf<"status">["body"]["runStatus"]) =>
  isRunEnd(runStatus) ? { state: "ended" as const, runStatus } : undefined;

function applyLogged(log: SessionLog, event: LoggedReaderEvent): SessionLog {
  const { seq } = event;
  switch (event.kind) {
    case "message": {
      const { _id } = event.body;
      if ("inner" in event.body && event.body.inner) return { ...log, ...withoutLive(log, _id) };
      // Keeps the reader's own rating, which comes with the messages and is not in the log.
      const known = log.messages.find((message) => message._id === _id);
      const message = { ...event.body, seq, feedback: known?.feedback };
      return withMessages({ ...log, ...withoutLive(log, _id) }, [message]);
    }
    case "discard":
      return { ...log, ...withoutLive(log, event.body.messageId) };
    case "rewind": {
      const voids = [...log.voids, { after: event.body.toSeq, before: seq }];
      const withoutVoided = <T extends { seq: number }>(items: T[]) =>
        items.filter((item) => !isVoid({ ...log, voids }, item.seq));
      const rest = {
        messages: withoutVoided(log.messages),
        calls: withoutVoided(log.calls),
        notices: withoutVoided(log.notices),
      };
      const more = { requests: withoutVoided(log.requests), searches: withoutVoided(log.searches) };
      return { ...log, ...rest, ...more, voids, live: [], gaps: [], ending: null };
    }
    case "tool_call": {
      const { callId, name, input, taskId } = event.body;
      return { ...log, calls: [...log.calls, { seq, callId, name, input, taskId }] };
    }
    case "tool_result": {
      const { callId, output, error, durationMs } = event.body;
      const withResult = (call: ThreadCall) =>
        call.callId === callId ? { ...call, output, error, durationMs, endSeq: seq } : call;
      return { ...log, calls: log.calls.map(withResult) };
    }
    case "retrieval":
      return { ...log, searches: [...log.searches, { ...event.body, seq }] };
    case "step":
      return { ...log, settled: seq };
    case "task":
      return withProcess(log, event);
    case "notice": {
      const { code, text } = event.body;
      if (code === "passed_on") return { ...log, requests: withRequestEvent(log.requests, event) };
      if (isTracedOnly[code]) return log;
      return { ...log, notices: [...log.notices, { seq, text }] };
    }
    case "input_request": {
      const { kind, callId } = event.body;
      const waits = kind === "approval" ? ("approval" as const) : ("repeat" as const);
      const calls = log.calls.map((call) => (call.callId === callId ? { ...call, waits } : call));
      return { ...log, calls, requests: withRequestEvent(log.requests, event) };
    }
    case "input_answer": {
      const { callId } = event.body;
      const args = "args" in event.body ? event.body.args : undefined;
      const input = args === undefined ? {} : { input: args };
      const calls = log.calls.map((call) => (call.callId === callId ? { ...call, ...input, waits: undefined } : call));
      return { ...log, calls, requests: withRequestEvent(log.requests, event) };
    }
    case "status":
      return {
        ...withProcess(log, event),
        settled: seq,
        ...toStatus(event.body),
        requests: withRequestEvent(log.requests, event),
      };
    default:
      event satisfies never;
      return log;
  }
}

function toStatus({ status, reason, runStatus }: EventOf<"status">["body"]): Pick<SessionLog, "status" | "ending"> {
  const failed = runStatus === "error" || runStatus === "cancelled";
  return { status, ending: failed ? { status: runStatus, reason: reason ?? "" } : null };
}

/** Returns the input requests that the session waits for. */
export const openRequests = (log: SessionLog): ThreadRequest[] => log.requests.filter(isOpen);
