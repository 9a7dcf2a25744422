import { setTimeout as sleep } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import type { SessionEvent } from "@/lib/contract/sessions";
import { openDatabase } from "../db/client";
import { notifySoon } from "../db/notify";
import { singleton } from "../registry";
import { partialMessages, sessions } from "../sessions/table";
import { type LoggedEvent, readEvents, sessionChannel, withoutPrompt } from "./events";

export type Listener = (event: SessionEvent) => void;

interface Reader {
  listener: Listener;
  /** Seq of the last event given. */
  cursor: number;
  /** Catching up from the log: what is published meanwhile waits in it. */
  reading: boolean;
  /** Resolves once it has been given all that was in the log. */
  caughtUp: Promise<void>;
  again: boolean;
  closed: boolean;
  /** Messages whose live text it has not got in whole. */
  missed: Set<string>;
}

interface Live {
  text: string;
  /** Of a process: the task whose text it is. */
  taskId: string | undefined;
  /** Written by this process: its deltas come directly, not from the table. */
  local: boolean;
}

interface Channel {
  readers: Set<Reader>;
  live: Map<string, Live>;
  /** Messages that are finished or void: text of theirs that comes late is dropped. */
  ended: Set<string>;
}

const page = 200;
const endedMost = 50;
const retryMs = 1_000;
const channels = () => singleton("session-channels", () => new Map<string, Channel>());

function openChannel(sessionId: string): Channel {
  const channel = channels().get(sessionId) ?? { readers: new Set(), live: new Map(), ended: new Set() };
  channels().set(sessionId, channel);
  return channel;
}

/** A channel is kept while somebody reads it or a run of this process writes to it. */
function tidy(sessionId: string): void {
  const channel = channels().get(sessionId);
  if (!channel || channel.readers.size > 0) return;
  if (![...channel.live.values()].some(({ local }) => local)) channels().delete(sessionId);
}

const liveEvent = (sessionId: string, kind: "delta" | "partial" | "discard", body: object): SessionEvent => ({
  sessionId,
  seq: null,
  kind,
  body,
  at: new Date().toISOString(),
});

/**
 * Follows a session from `after`: first what is in the log, then the text of messages being written, then everything as
 * it happens. In order, nothing twice, nothing missing. Answers the way to stop.
 */
export function follow(sessionId: string, after: number, listener: Listener): () => void {
  const channel = openChannel(sessionId);
  const missed = new Set(channel.live.keys());
  const reader: Reader = {
    listener,
    cursor: after,
    reading: false,
    again: false,
    closed: false,
    missed,
    caughtUp: Promise.resolve(),
  };
  channel.readers.add(reader);
  catchUp(sessionId, channel, reader, true);
  return () => {
    reader.closed = true;
    channel.readers.delete(reader);
    tidy(sessionId);
  };
}

/** Sends the whole text of a message being written to one listener again. */
export function partialAgain(sessionId: string, messageId: string, listener: Listener): void {
  const live = channels().get(sessionId)?.live.get(messageId);
  if (live) listener(liveEvent(sessionId, "partial", { messageId, text: live.text, taskId: live.taskId }));
}

function catchUp(sessionId: string, channel: Channel, reader: Reader, first = false): void {
  reader.again = true;
  if (reader.reading) return;
  reader.reading = true;
  reader.caughtUp = readOn(sessionId, channel, reader, first);
}

/** Until there is nothing more. While the database is away it waits, and so does all that is published meanwhile. */
async function readOn(sessionId: string, channel: Channel, reader: Reader, first: boolean): Promise<void> {
  let joining = first;
  while (reader.again && !reader.closed) {
    reader.again = false;
    try {
      await readLog(sessionId, channel, reader);
      if (joining) await loadPartials([sessionId]);
      joining = false;
    } catch {
      reader.again = true;
      await sleep(retryMs, undefined, { ref: false });
    }
  }
  reader.reading = false;
  const { missed } = reader;
  reader.missed = new Set();
  if (reader.closed) return;
  for (const messageId of missed) partialAgain(sessionId, messageId, reader.listener);
}

async function readLog(sessionId: string, channel: Channel, reader: Reader): Promise<void> {
  const { db } = await openDatabase();
  let more: boolean;
  do {
    const read = await readEvents(db, sessionId, reader.cursor, page);
    for (const event of read.events) {
      noteEnd(channel, event);
      give(reader, event);
    }
    more = read.more;
  } while (more && !reader.closed);
}

function give(reader: Reader, event: LoggedEvent): void {
  if (reader.closed || event.seq <= reader.cursor) return;
  reader.cursor = event.seq;
  reader.listener(withoutPrompt(event));
}

function noteEnd(channel: Channel, { kind, body }: LoggedEvent): void {
  if (kind !== "message" && kind !== "discard") return;
  const { _id, messageId } = body as { _id?: string; messageId?: string };
  const id = _id ?? messageId ?? "";
  channel.live.delete(id);
  channel.ended.add(id);
  const [oldest] = channel.ended;
  if (channel.ended.size > endedMost && oldest !== undefined) channel.ended.delete(oldest);
}

/** Tells readers, here and on other processes, of events that have just been committed here. */
export function publish(sessionId: string, events: LoggedEvent[]): void {
  const channel = channels().get(sessionId);
  const [first] = events;
  if (first) notifySoon(sessionChannel, sessionId);
  if (!channel || !first) return;
  for (const event of events) noteEnd(channel, event);
  for (const reader of channel.readers) {
    if (reader.reading || first.seq > reader.cursor + 1) catchUp(sessionId, channel, reader);
    else for (const event of events) give(reader, event);
  }
  tidy(sessionId);
}

/** Another process has written to this session's log: read on. */
export function wake(sessionId: string): void {
  const channel = channels().get(sessionId);
  if (channel) for (const reader of channel.readers) catchUp(sessionId, channel, reader);
}

/** Lets readers of sessions whose log has more than they were given read on: whoever wrote it may not have told. */
export async function wakeBehind(): Promise<void> {
  const followed = [...channels()].filter(([, { readers }]) => readers.size > 0);
  if (followed.length === 0) return;
  const { db } = await openDatabase();
  const ids = followed.map(([sessionId]) => sessionId);
  const rows = await db
    .select({ id: sessions.id, lastSeq: sessions.lastSeq })
    .from(sessions)
    .where(inArray(sessions.id, ids));
  const lastSeqs = new Map(rows.map(({ id, lastSeq }) => [id, lastSeq]));
  for (const [sessionId, channel] of followed)
    for (const reader of channel.readers)
      if (reader.cursor < (lastSeqs.get(sessionId) ?? 0)) catchUp(sessionId, channel, reader);
}

/** The connection that carries wakes was away: everybody reads on. Resolves once they have. */
export function wakeAll(): Promise<unknown> {
  for (const sessionId of channels().keys()) wake(sessionId);
  const readers = [...channels().values()].flatMap((channel) => [...channel.readers]);
  return Promise.all(readers.map(({ caughtUp }) => caughtUp));
}

/** Live text that this process's run writes. The offset is the length, in UTF-16 units, before this text. */
export function publishDelta(
  sessionId: string,
  { messageId, taskId }: { messageId: string; taskId?: string | null | undefined },
  offset: number,
  text: string,
  local = true,
): void {
  const channel = local ? openChannel(sessionId) : channels().get(sessionId);
  if (!channel || channel.ended.has(messageId)) return;
  const before = channel.live.get(messageId)?.text ?? "";
  const of = taskId ?? undefined;
  channel.live.set(messageId, { text: before.slice(0, offset) + text, taskId: of, local });
  for (const reader of channel.readers) {
    if (reader.reading) reader.missed.add(messageId);
    else reader.listener(liveEvent(sessionId, "delta", { messageId, offset, text, taskId: of }));
  }
}

/** The run here has stopped writing this message. Where the log does not say what became of its text, it is void. */
export function endLive(sessionId: string, messageId: string): void {
  const channel = channels().get(sessionId);
  if (channel?.live.delete(messageId))
    for (const { listener } of channel.readers) listener(liveEvent(sessionId, "discard", { messageId }));
  tidy(sessionId);
}

/** Reads, in one statement, the text that other processes are writing for the sessions that are followed here. */
async function loadPartials(sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  const { db } = await openDatabase();
  const rows = await db.select().from(partialMessages).where(inArray(partialMessages.sessionId, sessionIds));
  for (const { sessionId, messageId, taskId, text } of rows) {
    const known = channels().get(sessionId)?.live.get(messageId);
    if (known && (known.local || known.text === text)) continue;
    const from = known && text.startsWith(known.text) ? known.text.length : 0;
    publishDelta(sessionId, { messageId, taskId }, from, text.slice(from), false);
  }
}

/** One tick for text written elsewhere; called about every 250 ms while somebody reads. */
export function tickRemoteText(): Promise<void> {
  const followed = [...channels()].filter(
    ([, channel]) => channel.readers.size > 0 && ![...channel.live.values()].some(({ local }) => local),
  );
  return loadPartials(followed.map(([sessionId]) => sessionId));
}
