import { setTimeout as sleep } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import { openDatabase } from "../../../platform/db/client";
import { sessions } from "../../../platform/db/tables/sessions";
import { type Channel, channels, closeIfUnused, type Listener, markEnded, openChannel, type Reader } from "./channels";
import { readEvents, withoutPrompt } from "./events";
import { loadPartials, resendPartial } from "./live-text";
import { notifyReaders } from "./remote-readers";

const pageSize = 200;

const retryMs = 1_000;

/**
 * Subscribes to a session from `after`: logged events first, then the text of messages being generated, then live events. In
 * order, exactly once. Returns a function to unsubscribe.
 */
export function followSession(sessionId: string, after: number, listener: Listener): () => void {
  const channel = openChannel(sessionId);
  const missed = new Set(channel.live.keys());
  const reader: Reader = {
    listener,
    cursor: after,
    reading: false,
    pending: false,
    closed: false,
    missed,
    caughtUp: Promise.resolve(),
  };
  channel.readers.add(reader);
  catchUp(sessionId, channel, reader, true);
  return () => {
    reader.closed = true;
    channel.readers.delete(reader);
    closeIfUnused(sessionId);
  };
}

function catchUp(sessionId: string, channel: Channel, reader: Reader, first = false): void {
  reader.pending = true;
  if (reader.reading) return;
  reader.reading = true;
  reader.caughtUp = continueReading(sessionId, channel, reader, first);
}

/** Reads until the end of the log. Waits while the database is unavailable. */
async function continueReading(sessionId: string, channel: Channel, reader: Reader, first: boolean): Promise<void> {
  let isFirst = first;
  while (reader.pending && !reader.closed) {
    reader.pending = false;
    try {
      await readLog(sessionId, channel, reader);
      if (isFirst) await loadPartials([sessionId]);
      isFirst = false;
    } catch {
      reader.pending = true;
      await sleep(retryMs, undefined, { ref: false });
    }
  }
  reader.reading = false;
  const { missed } = reader;
  reader.missed = new Set();
  if (reader.closed) return;
  for (const messageId of missed) resendPartial(sessionId, messageId, reader.listener);
}

async function readLog(sessionId: string, channel: Channel, reader: Reader): Promise<void> {
  const { db } = await openDatabase();
  let more: boolean;
  do {
    const page = await readEvents(db, sessionId, reader.cursor, pageSize);
    for (const event of page.events) {
      markEnded(channel, event);
      deliver(reader, event);
    }
    more = page.more;
  } while (more && !reader.closed);
}

function deliver(reader: Reader, event: LoggedEvent): void {
  if (reader.closed || event.seq <= reader.cursor) return;
  reader.cursor = event.seq;
  reader.listener(withoutPrompt(event));
}

/** Notifies readers, here and on other processes, of events just committed here. */
export function publish(sessionId: string, events: LoggedEvent[]): void {
  const channel = channels().get(sessionId);
  const [first] = events;
  if (first) notifyReaders(sessionId);
  if (!channel || !first) return;
  for (const event of events) markEnded(channel, event);
  for (const reader of channel.readers) {
    if (reader.reading || first.seq > reader.cursor + 1) catchUp(sessionId, channel, reader);
    else for (const event of events) deliver(reader, event);
  }
  closeIfUnused(sessionId);
}

/** Another process has appended to this session's log: continue reading. */
export function wakeSession(sessionId: string): void {
  const channel = channels().get(sessionId);
  if (channel) for (const reader of channel.readers) catchUp(sessionId, channel, reader);
}

/** Resumes readers whose session's log has more events: a notification may have been lost. `only`: these sessions. */
export async function wakeLagging(only?: ReadonlySet<string>): Promise<void> {
  const followed = [...channels()].filter(([id, { readers }]) => readers.size > 0 && (!only || only.has(id)));
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

/** After the listening connection was lost: all readers catch up. Resolves when they have. */
export function wakeAll(): Promise<unknown> {
  for (const sessionId of channels().keys()) wakeSession(sessionId);
  const readers = [...channels().values()].flatMap((channel) => [...channel.readers]);
  return Promise.all(readers.map(({ caughtUp }) => caughtUp));
}
