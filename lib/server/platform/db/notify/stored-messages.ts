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
const maxSeen = 10_000;

interface Stored {
  channel: string;
  text: string;
}

/**
 * Notifies all processes. Unlike those of `notifySoon`, the text has any length, and a process that is not listening reads it when it listens
 * again.
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
  /** Handled messages. */
  ids: Set<number>;
}
const received = () => singleton<Received>("stored-received", () => ({ first: 0, ids: new Set() }));

/** Returns whether the message has not been handled yet. */
function markSeen(id: number): boolean {
  const { ids } = received();
  if (ids.has(id)) return false;
  ids.add(id);
  const [oldest] = ids;
  if (ids.size > maxSeen && oldest !== undefined) ids.delete(oldest);
  return true;
}

/** Reads a notification of a stored message: `<id> <text>`, without the text if it is long. */
export async function receiveStored(payload: string, handle: (text: string) => void): Promise<void> {
  const at = payload.indexOf(" ");
  const [id, sent] = [Number(payload.slice(0, at)), payload.slice(at + 1)];
  if (!Number.isSafeInteger(id) || !markSeen(id)) return;
  try {
    const text = sent || (await readStored(id));
    if (text) handle(text);
  } catch (error) {
    log().warn({ err: error }, "a message from another process could not be read");
  }
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

/** Handles the messages that other processes sent while this one was not listening, in their order. */
export async function receiveMissed(channel: string, handle: (text: string) => void): Promise<void> {
  const { db } = await openDatabase();
  const rows = await db
    .select({ id: storedMessages.id, text: storedMessages.text })
    .from(storedMessages)
    .where(
      and(
        eq(storedMessages.channel, channel),
        ne(storedMessages.sender, processId()),
        gt(storedMessages.id, received().first),
      ),
    )
    .orderBy(storedMessages.id)
    .limit(maxSeen);
  for (const { id, text } of rows) if (markSeen(id)) handle(text);
}

/** Deletes messages that every process has had the time to read. */
export const sweepStoredMessages = async (db: Db): Promise<void> => {
  await db.delete(storedMessages).where(sql`${storedMessages.at} < now() - ${`${keptMs} milliseconds`}::interval`);
};
