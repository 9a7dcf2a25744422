import { isRecord } from "@/lib/utils/json/is-object";
import { isStorageFailure } from "../../../platform/disk/disk";
import { AppError } from "../../../platform/errors/errors";
import type { Patience } from "../../../platform/lifecycle/retry";
import { withDeadline } from "../../../platform/lifecycle/with-deadline";
import { log } from "../../../platform/log/log";
import { fileStore, newFileKey } from "../../../platform/storage/file-store";
import { removeFiles } from "../../../platform/storage/remove-files";
import { retryStorage } from "../../../platform/storage/retry-storage";
import { toStorableValue } from "../../models/providers/shared/storable";
import { toMissingBody } from "./missing-bodies";
import { type EventRow, type LoadedEvent, type OffloadedBody, toLoaded } from "./stored-events";

const maxInlineBytes = 64 * 1024;
const maxCachedBytes = 1_024;
/** The database stores a body that file storage does not accept in this time. */
const storeMs = 3_000;
/** The assumed size of an offloaded body whose row does not record it. */
export const defaultBodyChars = 1_000_000;

type Body = Record<string, unknown>;

/** Escapes that PostgreSQL rejects; literal text that looks the same is unaffected. */
const unstorable = /\\u0000|\\ud[89a-f]/;

/** A body with storable texts: no event may prevent a run from ending. */
export function toStorableBody<B>(body: B): B {
  const json = JSON.stringify(body);
  return unstorable.test(json) ? toStorableValue(JSON.parse(json)) : body;
}

/**
 * Returns the body to store in the row. A large one is offloaded to file storage under the key `shelved`, with its length in
 * UTF-16 units in `shelvedChars`; its small fields remain for queries. If file storage fails, the row holds everything, because
 * the content is paid for.
 */
export async function offloadBody<B extends object>(body: B): Promise<B | OffloadedBody<B>> {
  const json = JSON.stringify(body);
  if (json.length <= maxInlineBytes / 3 || Buffer.byteLength(json) <= maxInlineBytes) return body;
  const shelved = newFileKey("events", "json");
  try {
    // The caller's transaction is open meanwhile.
    await withDeadline(
      fileStore().put(shelved, json),
      storeMs,
      () => new Error("File storage didn't respond in time."),
    );
  } catch (error) {
    log().warn({ err: error }, "a large event was kept in the database because file storage rejected it");
    void removeFiles([shelved]);
    return body;
  }
  const inlineFields: Partial<B> = { ...body };
  for (const name in body) if ((JSON.stringify(body[name])?.length ?? 0) > maxCachedBytes) delete inlineFields[name];
  return { ...inlineFields, shelved, shelvedChars: json.length };
}

const unreadable =
  "A part of this session is missing from file storage. Start a new session, or ask the server administrator to restore the file.";

/**
 * Loads a row's whole body, with retries as `patience` allows. If the stored body is missing or damaged, returns what `instead`
 * makes of the row's fields, or throws AppError without it.
 */
export async function loadBody(row: unknown, patience?: Patience, fallback?: (row: Body) => Body): Promise<unknown> {
  if (!isRecord(row) || typeof row.shelved !== "string") return row;
  const { shelved, shelvedChars } = row;
  try {
    const bytes = await retryStorage(() => fileStore().bytes(shelved), patience);
    const json = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const parsed: unknown = JSON.parse(json);
    if (!isRecord(parsed) || json.length !== (shelvedChars ?? json.length))
      throw new Error("The file does not match what was stored.");
    return parsed;
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    log().error({ err: error }, "a stored event can't be read");
    if (fallback) return fallback(row);
    throw new AppError("internal", unreadable, { cause: error });
  }
}

/** For runs, which must not continue with an incomplete history: throws AppError when a body cannot be read. */
export function loadBodies(rows: EventRow[], patience?: Patience): Promise<LoadedEvent[]> {
  return Promise.all(rows.map(async (row) => toLoaded({ ...row, body: await loadBody(row.body, patience) })));
}

/** For readers: an unreadable body is replaced by a notice. */
export function loadBodiesForReaders(rows: EventRow[], patience?: Patience): Promise<LoadedEvent[]> {
  const load = ({ kind, body }: EventRow) => loadBody(body, patience, (row) => toMissingBody(kind, row));
  return Promise.all(rows.map(async (row) => toLoaded({ ...row, body: await load(row) })));
}
