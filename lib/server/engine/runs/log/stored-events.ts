import { type LoggedBody, type LoggedKind, loggedEventSchema } from "@/lib/contract/session-events/events";
import { isRecord } from "@/lib/utils/json/is-object";
import type { sessionEvents } from "../../../platform/db/tables/sessions";
import { log } from "../../../platform/log/log";

/** A log row. */
export type EventRow = typeof sessionEvents.$inferSelect;

type Columns = Omit<EventRow, "kind" | "body">;

/** The row's part of an offloaded body: its small fields, and its key. */
export type OffloadedBody<B> = Partial<B> & { shelved: string; shelvedChars?: number };

/** A row with the whole body. */
export type LoadedEvent<K extends LoggedKind = LoggedKind> = {
  [P in K]: Columns & { kind: P; body: LoggedBody<P> };
}[K];

/** A row whose body may be offloaded. */
export type StoredEvent<K extends LoggedKind = LoggedKind> = {
  [P in K]: Columns & { kind: P; body: LoggedBody<P> | OffloadedBody<LoggedBody<P>> };
}[K];

const kinds: ReadonlySet<string> = new Set(loggedEventSchema.options.map(({ shape }) => shape.kind.value));

const validate = ({ sessionId, seq, kind, body, at }: EventRow) =>
  loggedEventSchema.safeParse({ sessionId, seq, kind, body, at });

const isLoaded = (row: EventRow): row is LoadedEvent => validate(row).success;

const isOffloaded = ({ kind, body }: EventRow): boolean =>
  kinds.has(kind) && isRecord(body) && typeof body.shelved === "string";

const isStored = (row: EventRow): row is StoredEvent => isOffloaded(row) || isLoaded(row);

/**
 * The only conversion of a loaded row to a contract event. Validating the body takes microseconds compared to reading the row,
 * and saves readers their own checks. An invalid body, from an unknown version or a damaged file, becomes a notice.
 */
export const toLoaded = (row: EventRow): LoadedEvent => (isLoaded(row) ? row : toUnreadableNotice(row));

/** The same for a raw row. The small fields of an offloaded body are not validated. */
export const toStored = (row: EventRow): StoredEvent => (isStored(row) ? row : toUnreadableNotice(row));

function toUnreadableNotice(row: EventRow): LoadedEvent<"notice"> {
  const { kind, body: _body, ...columns } = row;
  const { sessionId, seq } = columns;
  const misfits = validate(row).error?.issues.map(({ path, code }) => `${path.join(".")}: ${code}`);
  log().error({ sessionId, seq, kind, misfits }, "a stored event does not match its schema");
  return { ...columns, kind: "notice", body: { code: "unreadable", text: `An event (${kind}) can't be shown.` } };
}
