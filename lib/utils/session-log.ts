import { type Picture, type ProcessEvent, picturesOf } from "./session-process";
import { isOpen, type ThreadRequest, withRequestEvent } from "./session-requests";
import { searchesBefore, searchOf, type ThreadCitation, type ThreadSearch } from "./session-searches";

export interface ThreadMessage {
  _id: string;
  sessionId: string;
  seq: number;
  role: string;
  text: string;
  completed: boolean;
  authorName: string;
  authorId?: string | null;
  ts: string;
  parts: { type: string; fileId?: string; filename?: string; mimeType?: string }[];
  feedback?: { value: number; reason: string | null } | null;
  citations?: readonly unknown[];
  /** Of a process: the task that it is of. */
  taskId?: string;
  /** Of a process: said on the way, and shown in the trace alone. */
  inner?: boolean;
}

/** The passages that a message cites; the server wrote them by this shape. */
export const citationsOf = ({ citations = [] }: ThreadMessage): readonly ThreadCitation[] =>
  citations as readonly ThreadCitation[];

export interface ThreadCall {
  seq: number;
  callId: string;
  name: string;
  input: unknown;
  output?: unknown;
  error?: string;
  durationMs?: number;
  /** Where its result stands in the log. */
  endSeq?: number;
  /** What it searched, once it is done. */
  searches?: ThreadSearch[];
  /** A person is asked whether it is made, or, as it may have happened, whether it is made again. */
  waits?: "approval" | "repeat" | undefined;
  /** Of a process: the task in which it was made. */
  taskId?: string | undefined;
}

export interface ThreadNotice {
  seq: number;
  text: string;
}

export interface LogEvent {
  seq: number | null;
  kind: string;
  body: unknown;
}

export interface LiveMessage {
  messageId: string;
  text: string;
  /** Of a process: the task whose text it is. */
  taskId?: string | undefined;
}

/** What a reader knows of a session: finished events up to `cursor`, and the text that is being written. */
export interface SessionLog {
  /** Seq where reading began; null before the first event. What lies before it may still be read later. */
  start: number | null;
  cursor: number;
  messages: ThreadMessage[];
  calls: ThreadCall[];
  searches: ThreadSearch[];
  notices: ThreadNotice[];
  requests: ThreadRequest[];
  /** Text so far by message id, in the order in which it began. */
  live: LiveMessage[];
  /** What was told of processes, in order. */
  process: ProcessEvent[];
  status: string | null;
  /** Why the newest run ended, when that is not a plain success. */
  ending: { status: string; reason: string } | null;
  /** Messages whose text has a gap: ask for the whole of it again. */
  gaps: string[];
  /** Spans of the log that a rewind made void, both ends excluded. */
  voids: { after: number; before: number }[];
  /** Seq of the newest model call or change of status: the session's totals are older than it or not. */
  settled: number;
}

export const emptyLog: SessionLog = {
  ...{
    start: null,
    cursor: 0,
    messages: [],
    calls: [],
    notices: [],
    live: [],
    searches: [],
    status: null,
    ending: null,
    gaps: [],
  },
  ...{ requests: [], voids: [], settled: 0, process: [] },
};

/** Puts a page of finished messages among those that are there: older ones, the first page, or a changed one. */
export function withMessages(log: SessionLog, page: ThreadMessage[]): SessionLog {
  const fresh = page.filter((message) => message.seq > 0);
  const sent = new Set(fresh.map(({ _id }) => _id));
  const kept = log.messages.filter(({ _id }) => !sent.has(_id));
  return { ...log, messages: [...fresh, ...kept].sort((a, b) => a.seq - b.seq) };
}

type Body = Record<string, unknown>;

/** Applies one event of the stream. The same event twice changes nothing. */
export function applyEvent(log: SessionLog, { seq, kind, body: raw }: LogEvent): SessionLog {
  const body = (raw ?? {}) as Body;
  if (seq === null) return applyLive(log, kind, body);
  if (log.start !== null && seq < log.start) return applyEarlier(log, kind, seq, body);
  if (seq <= log.cursor) return log;
  return applyLogged({ ...log, start: log.start ?? seq, cursor: seq }, kind, seq, body);
}

const earlierKinds = new Set(
  ["message", "tool_call", "tool_result", "retrieval", "notice", "rewind"].concat(
    "input_request",
    "input_answer",
    "task",
  ),
);

/** Of what came before the start only the thread's items count; the present state is known. */
function applyEarlier(log: SessionLog, kind: string, seq: number, body: Body): SessionLog {
  const known = [...log.calls, ...log.searches, ...log.notices, ...log.messages].some((item) => item.seq === seq);
  if (kind === "status")
    return { ...withProcess(log, kind, seq, body), requests: withRequestEvent(log.requests, kind, seq, body) };
  if (known || !earlierKinds.has(kind) || isVoid(log, seq)) return log;
  return { ...applyLogged(log, kind, seq, body), live: log.live, gaps: log.gaps, ending: log.ending };
}

const isVoid = ({ voids }: SessionLog, seq: number): boolean =>
  voids.some(({ after, before }) => seq > after && seq < before);

function applyLive(log: SessionLog, kind: string, body: Body): SessionLog {
  const messageId = String(body.messageId);
  const text = String(body.text ?? "");
  const of = typeof body.taskId === "string" ? body.taskId : undefined;
  if (kind === "feedback") return withRating(log, messageId, body);
  if (log.messages.some(({ _id }) => _id === messageId)) return log;
  const have = log.live.find((one) => one.messageId === messageId);
  if (kind === "partial")
    return { ...withLive(log, messageId, text, of), gaps: log.gaps.filter((id) => id !== messageId) };
  if (kind !== "delta") return log;
  const length = have?.text.length ?? 0;
  const offset = Number(body.offset);
  if (offset > length) return log.gaps.includes(messageId) ? log : { ...log, gaps: [...log.gaps, messageId] };
  return withLive(log, messageId, (have?.text ?? "").slice(0, offset) + text, of);
}

/** The reader's own rating. What other pages tell of it has no reason: the one that is known stays with its value. */
function withRating(log: SessionLog, messageId: string, { value, reason }: Body): SessionLog {
  const rated = (message: ThreadMessage): ThreadMessage => {
    if (message._id !== messageId) return message;
    if (typeof value !== "number") return { ...message, feedback: null };
    const known = message.feedback?.value === value ? message.feedback.reason : null;
    return { ...message, feedback: { value, reason: typeof reason === "string" ? reason : known } };
  };
  return { ...log, messages: log.messages.map(rated) };
}

function withLive(log: SessionLog, messageId: string, text: string, taskId: string | undefined): SessionLog {
  const known = log.live.some((one) => one.messageId === messageId);
  const live = known
    ? log.live.map((one) => (one.messageId === messageId ? { messageId, text, taskId } : one))
    : [...log.live, { messageId, text, taskId }];
  return { ...log, live };
}

const tracedOnly = new Set(["repeating", "approved", "passed_on", "loop", "budget"]);

function withProcess(log: SessionLog, kind: string, seq: number, body: Body): SessionLog {
  const ended = kind === "status" && ["completed", "cancelled", "error"].includes(String(body.runStatus));
  const told = kind === "task" ? body : ended ? { state: "ended", runStatus: body.runStatus } : undefined;
  if (!told || log.process.some((one) => one.seq === seq)) return log;
  return { ...log, process: [...log.process, { seq, body: told }].sort((a, b) => a.seq - b.seq) };
}

const without = (log: SessionLog, messageId: string) => ({
  live: log.live.filter((one) => one.messageId !== messageId),
  gaps: log.gaps.filter((id) => id !== messageId),
});

function applyLogged(log: SessionLog, kind: string, seq: number, body: Body): SessionLog {
  switch (kind) {
    case "message": {
      const message = { ...(body as unknown as ThreadMessage), seq };
      if (message.inner) return { ...log, ...without(log, message._id) };
      // The first page knows the reader's own rating, which the log does not carry.
      const known = log.messages.find(({ _id }) => _id === message._id);
      return withMessages({ ...log, ...without(log, message._id) }, [{ ...message, feedback: known?.feedback }]);
    }
    case "discard":
      return { ...log, ...without(log, String(body.messageId)) };
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
      if (body.code === "passed_on") return { ...log, requests: withRequestEvent(log.requests, kind, seq, body) };
      if (tracedOnly.has(String(body.code))) return log;
      return { ...log, notices: [...log.notices, { seq, text: String(body.text) }] };
    case "input_request":
    case "input_answer": {
      const waits = kind === "input_request" ? waitOf(body.kind) : undefined;
      const input = body.args === undefined ? {} : { input: body.args };
      const calls = log.calls.map((call) => (call.callId === body.callId ? { ...call, ...input, waits } : call));
      return { ...log, calls, requests: withRequestEvent(log.requests, kind, seq, body) };
    }
    case "status":
      return {
        ...withProcess(log, kind, seq, body),
        settled: seq,
        ...statusOf(body),
        requests: withRequestEvent(log.requests, kind, seq, body),
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

export type ThreadItem =
  | { type: "message"; key: string; seq: number; message: ThreadMessage }
  | { type: "calls"; key: string; seq: number; calls: ThreadCall[] }
  | { type: "request"; key: string; seq: number; request: ThreadRequest }
  | { type: "notice"; key: string; seq: number; text: string }
  | { type: "process"; key: string; seq: number; picture: Picture }
  | { type: "live"; key: string; seq: number; text: string };

/** The thread in the order of the log: calls that follow each other fold into one item, live text stands last. */
export function threadOf(log: SessionLog): ThreadItem[] {
  const items: ThreadItem[] = [
    ...log.messages.map((message): ThreadItem => ({ type: "message", key: message._id, seq: message.seq, message })),
    ...log.notices.map(({ seq, text }): ThreadItem => ({ type: "notice", key: `n${seq}`, seq, text })),
    ...log.requests.map(
      (request): ThreadItem => ({
        ...{ type: "request", key: request.requestId, seq: request.seq, request },
      }),
    ),
    ...picturesOf(log).map((picture): ThreadItem => {
      return { type: "process", key: `p${picture.seq}`, seq: picture.seq, picture };
    }),
    ...log.calls
      .filter(({ taskId }) => !taskId)
      .map((call): ThreadItem => {
        const calls = [{ ...call, searches: searchesBefore(call.endSeq, log.searches) }];
        return { type: "calls", key: call.callId, seq: call.seq, calls };
      }),
  ].sort((a, b) => a.seq - b.seq);
  const folded: ThreadItem[] = [];
  for (const item of items) {
    const last = folded.at(-1);
    if (item.type === "calls" && last?.type === "calls") last.calls.push(...item.calls);
    else folded.push(item);
  }
  const live = log.live
    .filter(({ taskId }) => !taskId)
    .map(({ messageId, text }): ThreadItem => ({ type: "live", key: messageId, seq: Number.MAX_SAFE_INTEGER, text }));
  return [...folded, ...live];
}

/** What a person has to answer before the session goes on. */
export const openRequests = (log: SessionLog): ThreadRequest[] => log.requests.filter(isOpen);
