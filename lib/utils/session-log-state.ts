import type { ProcessEvent } from "./session-process";
import type { ThreadRequest } from "./session-requests";
import type { ThreadCitation, ThreadSearch } from "./session-searches";

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
  at?: string | undefined;
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
