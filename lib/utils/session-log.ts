import { applyLive, withoutLive } from "./session-live";
import { type LogEvent, type SessionLog, type ThreadCall, type ThreadMessage, withMessages } from "./session-log-state";
import { isOpen, type ThreadRequest, withRequestEvent } from "./session-requests";
import { searchOf } from "./session-searches";

type Body = Record<string, unknown>;
type Told = { seq: number; body: Body; at: string | undefined };

/** Applies one event of the stream. The same event twice changes nothing. */
export function applyEvent(log: SessionLog, { seq, kind, body: raw, at }: LogEvent): SessionLog {
  const body = (raw ?? {}) as Body;
  if (seq === null) return applyLive(log, kind, body);
  if (log.start !== null && seq < log.start) return applyEarlier(log, kind, { seq, body, at });
  if (seq <= log.cursor) return log;
  return applyLogged({ ...log, start: log.start ?? seq, cursor: seq }, kind, { seq, body, at });
}

const earlierKinds = new Set(
  ["message", "tool_call", "tool_result", "retrieval", "notice", "rewind"].concat(
    "input_request",
    "input_answer",
    "task",
  ),
);

/** Of what came before the start only the thread's items count; the present state is known. */
function applyEarlier(log: SessionLog, kind: string, told: Told): SessionLog {
  const { seq, body } = told;
  const known = [...log.calls, ...log.searches, ...log.notices, ...log.messages].some((item) => item.seq === seq);
  if (kind === "status")
    return { ...withProcess(log, kind, seq, body), requests: withRequestEvent(log.requests, kind, told) };
  if (known || !earlierKinds.has(kind) || isVoid(log, seq)) return log;
  return { ...applyLogged(log, kind, told), live: log.live, gaps: log.gaps, ending: log.ending };
}

const isVoid = ({ voids }: SessionLog, seq: number): boolean =>
  voids.some(({ after, before }) => seq > after && seq < before);

const tracedOnly = new Set(["repeating", "approved", "waiting", "passed_on", "loop", "budget", "answer_limit"]);

function withProcess(log: SessionLog, kind: string, seq: number, body: Body): SessionLog {
  const ended = kind === "status" && ["completed", "cancelled", "error"].includes(String(body.runStatus));
  const told = kind === "task" ? body : ended ? { state: "ended", runStatus: body.runStatus } : undefined;
  if (!told || log.process.some((one) => one.seq === seq)) return log;
  return { ...log, process: [...log.process, { seq, body: told }].sort((a, b) => a.seq - b.seq) };
}

function applyLogged(log: SessionLog, kind: string, told: Told): SessionLog {
  const { seq, body } = told;
  switch (kind) {
    case "message": {
      const message = { ...(body as unknown as ThreadMessage), seq };
      if (message.inner) return { ...log, ...withoutLive(log, message._id) };
      // The first page knows the reader's own rating, which the log does not carry.
      const known = log.messages.find(({ _id }) => _id === message._id);
      return withMessages({ ...log, ...withoutLive(log, message._id) }, [{ ...message, feedback: known?.feedback }]);
    }
    case "discard":
      return { ...log, ...withoutLive(log, String(body.messageId)) };
    case "rewind": {
      const voids = [...log.voids, { after: Number(body.toSeq), before: seq }];
      const kept = <T extends { seq: number }>(items: T[]) =>
        items.filter((item) => !isVoid({ ...log, voids }, item.seq));
      const rest = { messages: kept(log.messages), calls: kept(log.calls), notices: kept(log.notices) };
      const more = { requests: kept(log.requests), searches: kept(log.searches) };
      return { ...log, ...rest, ...more, voids, live: [], gaps: [], ending: null };
    }
    case "tool_call": {
      const taskId = typeof body.taskId === "string" ? body.taskId : undefined;
      const call = { seq, callId: String(body.callId), name: String(body.name), input: body.input, taskId };
      return { ...log, calls: [...log.calls, call] };
    }
    case "tool_result": {
      const { output, error, durationMs } = body as Partial<ThreadCall>;
      const done = (call: ThreadCall) =>
        call.callId === body.callId ? { ...call, output, error, durationMs, endSeq: seq } : call;
      return { ...log, calls: log.calls.map(done) };
    }
    case "retrieval":
      return { ...log, searches: [...log.searches, searchOf(seq, body)] };
    case "step":
      return { ...log, settled: seq };
    case "task":
      return withProcess(log, kind, seq, body);
    case "notice":
      // The thread says it already: in the answered request, in how the run ended. A budget that stops nobody is for the trace.
      if (body.code === "passed_on") return { ...log, requests: withRequestEvent(log.requests, kind, told) };
      if (tracedOnly.has(String(body.code))) return log;
      return { ...log, notices: [...log.notices, { seq, text: String(body.text) }] };
    case "input_request":
    case "input_answer": {
      const waits = kind === "input_request" ? waitOf(body.kind) : undefined;
      const input = body.args === undefined ? {} : { input: body.args };
      const calls = log.calls.map((call) => (call.callId === body.callId ? { ...call, ...input, waits } : call));
      return { ...log, calls, requests: withRequestEvent(log.requests, kind, told) };
    }
    case "status":
      return {
        ...withProcess(log, kind, seq, body),
        settled: seq,
        ...statusOf(body),
        requests: withRequestEvent(log.requests, kind, told),
      };
    default:
      return log;
  }
}

const waitOf = (kind: unknown): ThreadCall["waits"] => (kind === "approval" ? "approval" : "repeat");

function statusOf({ status, reason, runStatus }: Body): Pick<SessionLog, "status" | "ending"> {
  const failed = runStatus === "error" || runStatus === "cancelled";
  return {
    status: String(status),
    ending: failed ? { status: String(runStatus), reason: String(reason ?? "") } : null,
  };
}

/** What a person has to answer before the session goes on. */
export const openRequests = (log: SessionLog): ThreadRequest[] => log.requests.filter(isOpen);
