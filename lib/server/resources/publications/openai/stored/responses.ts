import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { PublicationCaller } from "../../../../access/auth/publication-caller";
import type { Reader } from "../../../../platform/db/client";
import { defineQuery } from "../../../../platform/db/query/define-query";
import { runs, sessionEvents, sessions } from "../../../../platform/db/tables/sessions";
import { AppError } from "../../../../platform/errors/errors";
import { parseResponseId, toResponseId } from "./response-id";

type SessionRow = typeof sessions.$inferSelect;

/** The part of a session's log that makes a response. */
export interface ResponsePart {
  id: string;
  runId: string;
  /** Of its first event. */
  first: number;
  /** Of the status that ends it; null: it is in progress. */
  last: number | null;
  created: Date;
  previousId: string | null;
}

export interface FoundResponse {
  part: ResponsePart;
  session: SessionRow;
  /** No other response of the session follows. */
  isNewest: boolean;
}

const ends = ["waiting", "completed", "cancelled", "error"];

const selectStatuses = defineQuery<{ sessionId: string }>()((db, value) =>
  db
    .select({
      seq: sessionEvents.seq,
      runId: sessionEvents.runId,
      status: sql<string>`${sessionEvents.body}->>'runStatus'`,
      at: sessionEvents.at,
    })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, value("sessionId")),
        eq(sessionEvents.kind, "status"),
        isNotNull(sessionEvents.runId),
      ),
    )
    .orderBy(asc(sessionEvents.seq)),
);

/** The responses of a session, in order. A run begins with its message and a status. */
export async function listResponses(db: Reader, sessionId: string): Promise<ResponsePart[]> {
  const rows = await selectStatuses(db, { sessionId });
  const parts: ResponsePart[] = [];
  const counts = new Map<string, number>();
  for (const { seq, runId, status, at } of rows) {
    if (!runId) continue;
    let current = parts.at(-1);
    if (!current || current.last !== null || current.runId !== runId) {
      const index = counts.get(runId) ?? 0;
      counts.set(runId, index + 1);
      const first = current?.runId === runId && current.last !== null ? current.last + 1 : seq - 1;
      current = {
        id: toResponseId(runId, index),
        runId,
        first,
        last: null,
        created: at,
        previousId: current?.id ?? null,
      };
      parts.push(current);
    }
    if (ends.includes(status)) current.last = seq;
  }
  return parts;
}

const noResponseError = (): AppError => new AppError("not_found", "This response doesn't exist.");

/** Returns a response of the publication. Throws 404 for others, and for those that were deleted or not to be stored. */
export async function findResponse(db: Reader, caller: PublicationCaller, id: string): Promise<FoundResponse> {
  const found = await findOwnResponse(db, caller, id);
  if (found.session.clientOptions?.hidden?.includes(id)) throw noResponseError();
  return found;
}

const selectSession = defineQuery<{ runId: string; publicationId: string; teamId: string }>()((db, value) =>
  db
    .select({ session: sessions })
    .from(runs)
    .innerJoin(sessions, eq(sessions.id, runs.sessionId))
    .where(
      and(
        eq(runs.id, value("runId")),
        eq(sessions.teamId, value("teamId")),
        eq(sessions.publicationId, value("publicationId")),
      ),
    ),
);

/** The same for the call that makes the response. */
export async function findOwnResponse(
  db: Reader,
  { publication }: PublicationCaller,
  id: string,
): Promise<FoundResponse> {
  const parsed = parseResponseId(id);
  const { id: publicationId, teamId } = publication;
  const [row] = parsed ? await selectSession(db, { runId: parsed.runId, publicationId, teamId }) : [];
  if (!row) throw noResponseError();
  const parts = await listResponses(db, row.session.id);
  const part = parts.find((one) => one.id === id);
  if (!part) throw noResponseError();
  return { part, session: row.session, isNewest: part === parts.at(-1) };
}
