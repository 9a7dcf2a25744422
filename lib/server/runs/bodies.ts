import { isNamed } from "@/lib/utils/is-object";
import { isStorageTrouble } from "../disk";
import { AppError } from "../http/errors";
import { log } from "../log";
import { storableValue } from "../models/providers/storable";
import { fileStore, newFileKey } from "../storage/file-store";
import { type Patience, retryStorage } from "../storage/retry-storage";
import { missingBody } from "./missing-bodies";

const inRowMost = 64 * 1024;
const keptMost = 1_024;
/** What a body in file storage counts as where its row does not say how long it is. */
export const unknownChars = 1_000_000;

type Body = Record<string, unknown>;

/** What PostgreSQL refuses, as JSON writes it; a text that speaks of it looks the same and loses nothing below. */
const unstorable = /\\u0000|\\ud[89a-f]/;

/** The body with all its text fit to be stored: no event may keep a run from ending. */
export function storableBody(body: Body): Body {
  const json = JSON.stringify(body);
  return unstorable.test(json) ? (storableValue(JSON.parse(json)) as Body) : body;
}

/**
 * What stands in the log's row. A large body lies in file storage under `shelved`, with its length in UTF-16 units in
 * `shelvedChars`; its small fields stay for queries. Where file storage does not take it, all of it stands in the row: what
 * it says is paid for.
 */
export async function shelve(body: Body): Promise<Body> {
  const json = JSON.stringify(body);
  if (json.length <= inRowMost / 3 || Buffer.byteLength(json) <= inRowMost) return body;
  const shelved = newFileKey("events", "json");
  try {
    await fileStore().put(shelved, json);
  } catch (error) {
    log().warn({ err: error }, "a large event was kept in the database, as file storage did not take it");
    await fileStore()
      .delete(shelved)
      .catch(() => undefined);
    return body;
  }
  const kept = Object.entries(body).filter(([, value]) => (JSON.stringify(value)?.length ?? 0) <= keptMost);
  return { ...Object.fromEntries(kept), shelved, shelvedChars: json.length };
}

const unreadable =
  "A part of this conversation is missing from file storage. Start a new conversation, or ask whoever runs the server to restore the file.";

/**
 * The whole body of a row. File storage in trouble is asked again for as long as `patience` says. Where the stored body is
 * missing or damaged it is what `instead` makes of the row's own, without that it throws AppError.
 */
export async function unshelve(body: unknown, patience?: Patience, instead?: (row: Body) => Body): Promise<unknown> {
  const row = (body ?? {}) as Body;
  const { shelved, shelvedChars } = row;
  if (typeof shelved !== "string") return body;
  try {
    const bytes = await retryStorage(() => fileStore().bytes(shelved), patience);
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const whole: unknown = JSON.parse(json);
    if (!isNamed(whole) || json.length !== (shelvedChars ?? json.length))
      throw new Error("The file does not hold what was stored.");
    return whole;
  } catch (error) {
    if (isStorageTrouble(error)) throw error;
    log().error({ err: error }, "a stored event cannot be read");
    if (instead) return instead(row);
    throw new AppError("internal", unreadable, { cause: error });
  }
}

/** For a run, which must not go on without a part of its history: throws AppError where one cannot be read. */
export function unshelveAll<R extends { body: unknown }>(rows: R[], patience?: Patience): Promise<R[]> {
  return Promise.all(rows.map(async (row) => ({ ...row, body: await unshelve(row.body, patience) })));
}

/** For people: one body that cannot be read says so in its place and keeps nobody from the rest. */
export function unshelveForReaders<R extends { kind: string; body: unknown }>(
  rows: R[],
  patience?: Patience,
): Promise<R[]> {
  const whole = ({ kind, body }: R) => unshelve(body, patience, (row) => missingBody(kind, row));
  return Promise.all(rows.map(async (row) => ({ ...row, body: await whole(row) })));
}
