/** Members who each hold a socket, follow a session, send a message and read the answer as it is written. */
import { io, type Socket } from "socket.io-client";
import { Agent, request } from "undici";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { serve, type Work } from "../child";
import { isWhole, type StreamFigures, spread, TokenReader } from "../tokens";

export interface Conversation {
  /** Where the reader's socket and calls go. */
  url: string;
  /** Where the message is sent when that is another process. */
  startUrl?: string;
  token: string;
  slug: string;
  sessionId: string;
}

export interface ReaderFigures extends StreamFigures {
  /** From sending the message to its being accepted. */
  acceptedMs: number;
  /** Times that a piece of live text did not continue what the reader had. */
  gaps: number;
  /** Times that the log's numbers jumped or came again. */
  misnumbered: number;
  /** From sending `cancel` to the session's last status. */
  cancelledMs?: number;
  /** When `cancel` was sent. */
  cancelAt?: number;
  status?: string;
}

export interface TalkJob {
  overMs: number;
  /** Stops each run so long after its message was accepted. */
  cancelAfterMs?: number;
}

/** First everybody joins, which answers nothing; then all talk, once. */
export type ReaderJob = { join: Conversation[]; tokens: number } | TalkJob;

export type MusterReader = Work<ReaderJob, ReaderFigures[]>;

const dispatcher = new Agent({ bodyTimeout: 0, headersTimeout: 0, connectTimeout: 60_000 });
const patienceMs = 240_000;

async function post({ slug, sessionId, token }: Conversation, url: string, call: string, body: object): Promise<void> {
  const answer = await request(`${url}/${slug}/forms/session/${sessionId}/${call}`, {
    dispatcher,
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`${call}: ${answer.statusCode} ${text}`);
}

async function open({ url, token }: Conversation): Promise<Socket> {
  const socket = io(url, { auth: { token }, transports: ["websocket"], forceNew: true, timeout: 60_000 });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("connect_error", reject);
  });
  return socket;
}

interface Following {
  figures(): ReaderFigures;
  begin(reader: TokenReader): void;
  /** Resolves with the last status of the run. */
  ended: Promise<string>;
}

/** Keeps what a reader of the page would keep: live text by offset, events by number. */
function follow(socket: Socket, after: number, expected: number): Following {
  let reader = new TokenReader(performance.now());
  let seq = after;
  let live = "";
  let whole = false;
  let gaps = 0;
  let misnumbered = 0;
  let settle = (_status: string) => {};
  const ended = new Promise<string>((resolve) => {
    settle = resolve;
  });
  socket.on("session_event", (event: SessionEvent) => {
    const body = event.body as Record<string, unknown>;
    if (event.seq === null) {
      const [offset, text] = [Number(body.offset ?? 0), String(body.text)];
      if (event.kind === "delta" && offset !== live.length) gaps += 1;
      const fresh = event.kind === "delta" ? text : text.slice(live.length);
      live = live.slice(0, offset) + text;
      reader.add(fresh);
      return;
    }
    if (event.seq !== seq + 1) misnumbered += 1;
    seq = event.seq;
    if (event.kind === "discard") live = "";
    if (event.kind === "message" && body.role === "assistant")
      whole = isWhole(String(body.text), expected) && String(body.text) === live;
    if (event.kind === "status" && body.runStatus !== "running" && body.runStatus !== "queued")
      settle(String(body.runStatus));
  });
  return {
    begin: (begun) => {
      reader = begun;
    },
    figures: () => {
      const read = reader.figures(expected);
      return { ...read, lost: whole ? read.lost : Math.max(1, read.lost), gaps, misnumbered, acceptedMs: 0 };
    },
    ended,
  };
}

async function converse(conversation: Conversation, following: Following, job: TalkJob): Promise<ReaderFigures> {
  const asked = performance.now();
  const done: Partial<ReaderFigures> = {};
  following.begin(new TokenReader(asked));
  try {
    const { url, startUrl = url, sessionId } = conversation;
    await post(conversation, startUrl, "start", { message: sessionId });
    done.acceptedMs = performance.now() - asked;
    if (job.cancelAfterMs !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, job.cancelAfterMs));
      done.cancelAt = Date.now();
      await post(conversation, startUrl, "cancel", {});
    }
    const late = setTimeout(() => {
      done.error = "The run did not end.";
    }, patienceMs);
    done.status = await following.ended;
    clearTimeout(late);
    if (done.cancelAt) done.cancelledMs = Date.now() - done.cancelAt;
  } catch (error) {
    done.error = String(error);
  }
  return { ...following.figures(), ...done };
}

interface Member {
  conversation: Conversation;
  following: Following;
  socket: Socket;
}
let members: Member[] = [];

async function join(conversation: Conversation, tokens: number): Promise<Member> {
  const socket = await open(conversation);
  const following = follow(socket, 0, tokens);
  const answer = await socket.emitWithAck("join_session", { sessionId: conversation.sessionId, after: 0 });
  if (!("ok" in answer)) throw new Error(JSON.stringify(answer));
  return { conversation, following, socket };
}

serve<MusterReader>(async (job) => {
  if ("join" in job) {
    for (let at = 0; at < job.join.length; at += 20)
      members.push(...(await Promise.all(job.join.slice(at, at + 20).map((one) => join(one, job.tokens)))));
    return [];
  }
  const talking = members;
  members = [];
  try {
    return await spread(talking, job.overMs, ({ conversation, following }) => converse(conversation, following, job));
  } finally {
    for (const { socket } of talking) socket.disconnect();
  }
});
