import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { randomText } from "../../ids/ids";
import { singleton } from "../../process/registry";
import type { Db } from "../client";
import { createOutbox } from "./outbox";

/** Identifies this process, such as the sender of a notification. */
export const processId = (): string => singleton("process-id", () => randomText(12));

/** The channel on which only one process listens. */
export const toProcessChannel = (channel: string, process: string): string => `${channel}_${process}`;

const separator = " ";

/** The SQL call that notifies all processes that listen on a channel, with the commit. The text has at most 8,000 bytes. */
export const callNotify = (channel: SQLWrapper | string, text: SQLWrapper | string): SQL =>
  sql`pg_notify(${channel}, ${processId() + separator}::text || ${text})`;

interface ReceivedMessage {
  text: string;
  /** Sent by this process. */
  own: boolean;
}

/** Parses payloads of `notifyAll` and `notifySoon`. */
export function parsePayload(payload: string): ReceivedMessage {
  const at = payload.indexOf(separator);
  return { text: payload.slice(at + 1), own: payload.slice(0, at) === processId() };
}

type Message = [channel: string, text: string];

/** Notifies with texts of at most 8,000 bytes, in one statement. */
export const notifyAll = (db: Pick<Db, "execute">, messages: Message[]): Promise<unknown> => {
  const call = callNotify(sql`m->>0`, sql`(m->>1)`);
  return db.execute(sql`select ${call} from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) m`);
};

const send = createOutbox<Message>("messages", notifyAll);

/** Notifies with a short delay, see `createOutbox`. */
export const notifySoon = (channel: string, text: string): void => send(`${channel} ${text}`, [channel, text]);
