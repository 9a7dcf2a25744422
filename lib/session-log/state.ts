import type { Session } from "@/lib/contract/sessions/schemas";
import type { ProcessEvent } from "./process-graph";
import type { ThreadRequest } from "./requests";
import type { ThreadCitation, ThreadSearch } from "./searches";

export interface ThreadMessage {
  _id: string;
  sessionId: string;
  seq: number;
  role: string;
  text: string;
  completed: boolean;
  authorName: string;
  authorId?: string | null;
  /** The number of the agent's revision that answered. */
  agentRevision?: number;
  ts: string;
  parts: { type: string; fileId?: string; filename?: string; mimeType?: string }[];
  feedback?: { value: number; reason: string | null } | null;
  citations?: readonly ThreadCitation[];
  /** Of a process: the task that it belongs to. */
  taskId?: string;
  /** Of a process: an intermediate message, shown in the trace only. */
  inner?: boolean;
}

export interface ThreadCall {
  seq: number;
  callId: string;
  name: string;
  input: unknown;
  output?: unknown;
  error?: string;
  durationMs?: number;
  /** Seq of its result. */
  endSeq?: number;
  /** Its searches, once it has ended. */
  searches?: ThreadSearch[];
  /** It waits for approval, or for whether to repeat it, as it may have happened. */
  waits?: "approval" | "repeat" | undefined;
  /** Of a process: the task in which it was made. */
  taskId?: string | undefined;
}

interface ThreadNotice {
  seq: number;
  text: string;
}

interface LiveMessage {
  messageId: string;
  text: string;
  /** Of a process: the task whose text it is. */
  taskId?: string | undefined;
}

/** The client's state of a session: logged events up to `cursor`, and live text. */
export interface SessionLog {
  /** Seq where reading started; null before the first event. Earlier events may still be loaded. */
  start: number | null;
  cursor: number;
  messages: ThreadMessage[];
  calls: ThreadCall[];
  searches: ThreadSearch[];
  notices: ThreadNotice[];
  requests: ThreadRequest[];
  /** Text so far by message id, in the order in which it began. */
  live: LiveMessage[];
  /** Events of processes, in order. */
  process: ProcessEvent[];
  status: Session["status"] | null;
  /** Why the newest run ended, when that is not a plain success. */
  ending: { status: string; reason: string } | null;
  /** Messages whose live text has a gap: request the full text. */
  gaps: string[];
  /** Ranges of the log voided by a rewind, both ends excluded. */
  voids: { after: number; before: number }[];
  /** Seq of the newest model call or status change, to tell whether the session's totals are stale. */
  settled: number;
}

export const emptyLog: SessionLog = {
  start: null,
  cursor: 0,
  messages: [],
  calls: [],
  searches: [],
  notices: [],
  requests: [],
  live: [],
  process: [],
  status: null,
  ending: null,
  gaps: [],
  voids: [],
  settled: 0,
};

/** Merges a page of messages: the first page, an older one, or a changed message. */
export function withMessages(log: SessionLog, page: ThreadMessage[]): SessionLog {
  const fresh = page.filter((message) => message.seq > 0);
  const sent = new Set(fresh.map(({ _id }) => _id));
  const others = log.messages.filter(({ _id }) => !sent.has(_id));
  return { ...log, messages: [...fresh, ...others].sort((a, b) => a.seq - b.seq) };
}
