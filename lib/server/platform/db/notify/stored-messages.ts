import { and, eq, gt, max, ne, sql } from "drizzle-orm";
import { log } from "../../log/log";
import { singleton } from "../../process/registry";
import { type Db, openDatabase } from "../client";
import { storedMessages } from "../tables/realtime";
import { callNotify, processId } from "./notify";
import { createOutbox } from "./outbox";

/** PostgreSQL limits payloads to 8,000 bytes. */
const maxPayloadBytes = 7_900;
/** How long messages are kept for processes that are not listening. */
export const keptMs = 15 * 60_000;
/** Transactions that began before a gap may commit in it. */
const marginMs = 60_000;
const pageSize = 500;

interface Stored {
  channel: string;
  text: string;
}

/**
 * Notifies all processes. Unlike those of `notifySoon`, the text has any length, and a process that is not listening reads it
 * when it listens again.
 */
export async function notifyStored(db: Pick<Db, "execute">, entries: Stored[]): Promise<void> {
  await db.execute(sql`
    with stored as (
      insert into stored_messages (sender, channel, text)
      select ${processId()}, m->>'channel', m->>'text' from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) m
      returning id, sender, channel, text
    )
    select ${callNotify(sql`channel`, shortPayload)} from stored order by id`);
}

const shortPayload = sql`(id || ' ' || case when octet_length(text) > ${sql.raw(String(maxPayloadBytes))} then '' else text end)`;

const sendSoon = createOutbox<Stored>("stored", notifyStored);
export const notifyStoredSoon = (channel: string, text: string): void =>
  sendSoon(`${channel} ${text}`, { channel, text });

interface Received {
  /** The newest message when this process began to listen. */
  first: number;
  /** Handled messages with their times by `performance.now()`, oldest first. */
  ids: Map<number, number>;
  /** Serialized, because long messages are read first. */
  last: Promise<void>;
}
const received = () =>
  singleton<Received>("stored-received", () => ({ first: 0, ids: new Map(), last: Promise.resolve() }));

/** Handles a message unless it has been handled. One that fails is handled again if it is missed. */
async function handleOnce(id: number, read: () => Promise<string | undefined>, handle: (text: string) => void) {
  const { ids } = received();
  if (ids.has(id)) return;
  const text = await read();
  const now = performance.now();
  ids.set(id, now);
  for (const [old, at] of ids) {
    if (at >= now - keptMs) break;
    ids.delete(old);
  }
  if (text) handle(text);
}

/** After the messages before. */
function inOrder(work: () => Promise<void>): Promise<void> {
  const state = received();
  state.last = state.last
    .then(work)
    .catch((error: unknown) => log().warn({ err: error }, "a message from another process could not be read"));
  return state.last;
}

/** Reads a notification of a stored message: `<id> <text>`, without the text if it is long. */
export async function receiveStored(payload: string, handle: (text: string) => void): Promise<void> {
  const at = payload.indexOf(" ");
  const [id, sent] = [Number(payload.slice(0, at)), payload.slice(at + 1)];
  if (!Number.isSafeInteger(id)) return;
  await inOrder(() => handleOnce(id, () => (sent ? Promise.resolve(sent) : readStored(id)), handle));
}

async function readStored(id: number): Promise<string | undefined> {
  const { db } = await openDatabase();
  const [row] = await db.select({ text: storedMessages.text }).from(storedMessages).where(eq(storedMessages.id, id));
  return row?.text;
}

/** Call it when the process begins to listen: earlier messages are not for it. */
export async function skipStored(): Promise<void> {
  const { db } = await openDatabase();
  const [row] = await db.select({ newest: max(storedMessages.id) }).from(storedMessages);
  received().first = row?.newest ?? 0;
}

/** Handles the messages that other processes sent while this one was not listening for `gapMs`, in their order. */
export async function receiveMissed(channel: string, gapMs: number, handle: (text: string) => void): Promise<void> {
  const { db } = await openDatabase();
  const since = sql`now() - ${`${Math.ceil(gapMs) + marginMs} milliseconds`}::interval`;
  let after = received().first;
  for (let more = true; more; ) {
    const rows = await db
      .select({ id: storedMessages.id, text: storedMessages.text })
      .from(storedMessages)
      .where(
        and(
          eq(storedMessages.channel, channel),
          ne(storedMessages.sender, processId()),
          gt(storedMessages.id, after),
          gt(storedMessages.at, since),
        ),
      )
      .orderBy(storedMessages.id)
      .limit(pageSize);
    for (const { id, text } of rows) await inOrder(() => handleOnce(id, () => Promise.resolve(text), handle));
    after = rows.at(-1)?.id ?? after;
    more = rows.length === pageSize;
  }
}

/** Deletes messages that every process has had the time to read. */
export const sweepStoredMessages = async (db: Db): Promise<void> => {
  await db.delete(storedMessages).where(sql`${storedMessages.at} < now() - ${`${keptMs} milliseconds`}::interval`);
};
