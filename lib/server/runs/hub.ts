import { inArray } from "drizzle-orm";
import type { SessionEvent } from "@/lib/contract/sessions";
import { openDatabase } from "../db/client";
import { singleton } from "../registry";
import { partialMessages } from "../sessions/table";
import { type LoggedEvent, readEvents, withoutPrompt } from "./events";

export type Listener = (event: SessionEvent) => void;

interface Reader {
  listener: Listener;
  /** Seq of the last event given. */
  cursor: number;
  /** Catching up from the log: live events wait in it, since they are in the log too. */
  reading: Promise<void> | null;
  again: boolean;
  closed: boolean;
}

interface Live {
  text: string;
  /** Written by this process: its deltas come directly, not from the table. */
  local: boolean;
}

interface Channel {
  readers: Set<Reader>;
  live: Map<string, Live>;
}

const page = 200;
const channels = () => singleton("session-channels", () => new Map<string, Channel>());

const liveEvent = (sessionId: string, kind: "delta" | "partial", body: object): SessionEvent => ({
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
  const all = channels();
  const channel = all.get(sessionId) ?? { readers: new Set(), live: new Map() };
  all.set(sessionId, channel);
  const reader: Reader = { listener, cursor: after, reading: null, again: false, closed: false };
  channel.readers.add(reader);
  catchUp(sessionId, reader, async () => {
    await loadPartials([sessionId]);
    for (const [messageId, { text }] of channel.live)
      reader.listener(liveEvent(sessionId, "partial", { messageId, text }));
  });
  return () => {
    reader.closed = true;
    channel.readers.delete(reader);
    if (channel.readers.size === 0 && ![...channel.live.values()].some(({ local }) => local)) all.delete(sessionId);
  };
}

/** Sends the whole text of a message being written to one listener again. */
export function partialAgain(sessionId: string, messageId: string, listener: Listener): void {
  const live = channels().get(sessionId)?.live.get(messageId);
  if (live) listener(liveEvent(sessionId, "partial", { messageId, text: live.text }));
}

function catchUp(sessionId: string, reader: Reader, then?: () => Promise<void>): void {
  if (reader.reading) {
    reader.again = true;
    return;
  }
  const work = async () => {
    const { db } = await openDatabase();
    do {
      reader.again = false;
      let events: LoggedEvent[];
      do {
        events = await readEvents(db, sessionId, reader.cursor, page);
        for (const event of events) give(reader, event);
      } while (events.length === page && !reader.closed);
    } while (reader.again && !reader.closed);
    reader.reading = null;
    if (!reader.closed) await then?.();
  };
  reader.reading = work().catch(() => {
    // The database was away: the next wake reads again from the cursor.
    reader.reading = null;
  });
}

function give(reader: Reader, event: LoggedEvent): void {
  if (reader.closed || event.seq <= reader.cursor) return;
  reader.cursor = event.seq;
  reader.listener(withoutPrompt(event));
}

/** Tells this process's readers of events that have just been committed here. */
export function publish(sessionId: string, events: LoggedEvent[]): void {
  const channel = channels().get(sessionId);
  if (!channel) return;
  for (const event of events)
    if (event.kind === "message" || event.kind === "discard") channel.live.delete(messageOf(event));
  for (const reader of channel.readers) {
    const [first] = events;
    if (reader.reading || (first && first.seq > reader.cursor + 1)) catchUp(sessionId, reader);
    else for (const event of events) give(reader, event);
  }
}

function messageOf({ body }: LoggedEvent): string {
  const { _id, messageId } = (body ?? {}) as { _id?: string; messageId?: string };
  return _id ?? messageId ?? "";
}

/** Another process has written to this session's log: read on. */
export function wake(sessionId: string): void {
  const channel = channels().get(sessionId);
  if (!channel) return;
  for (const reader of channel.readers) catchUp(sessionId, reader);
}

/** Live text that this process's run writes. The offset is the length, in UTF-16 units, before this text. */
export function publishDelta(sessionId: string, messageId: string, offset: number, text: string, local = true): void {
  const all = channels();
  const channel =
    all.get(sessionId) ?? (local ? { readers: new Set<Reader>(), live: new Map<string, Live>() } : undefined);
  if (!channel) return;
  all.set(sessionId, channel);
  const before = channel.live.get(messageId)?.text ?? "";
  channel.live.set(messageId, { text: before.slice(0, offset) + text, local });
  for (const reader of channel.readers)
    if (!reader.reading) reader.listener(liveEvent(sessionId, "delta", { messageId, offset, text }));
}

/** A run here has stopped writing this message. */
export function endLive(sessionId: string, messageId: string): void {
  const channel = channels().get(sessionId);
  channel?.live.delete(messageId);
  if (channel && channel.readers.size === 0 && channel.live.size === 0) channels().delete(sessionId);
}

/** Reads, in one statement, the text that other processes are writing for the sessions that are followed here. */
async function loadPartials(sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  const { db } = await openDatabase();
  const rows = await db.select().from(partialMessages).where(inArray(partialMessages.sessionId, sessionIds));
  for (const { sessionId, messageId, text } of rows) {
    const channel = channels().get(sessionId);
    const known = channel?.live.get(messageId);
    if (!channel || known?.local) continue;
    const from = known && text.startsWith(known.text) ? known.text.length : 0;
    if (known && from === text.length) continue;
    publishDelta(sessionId, messageId, from, text.slice(from), false);
  }
}

/** One tick for text written elsewhere; called about every 250 ms while somebody reads. */
export function tickRemoteText(): Promise<void> {
  const followed = [...channels()].filter(
    ([, channel]) => channel.readers.size > 0 && ![...channel.live.values()].some(({ local }) => local),
  );
  return loadPartials(followed.map(([sessionId]) => sessionId));
}
