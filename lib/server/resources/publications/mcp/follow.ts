import { and, eq } from "drizzle-orm";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { openStates, type RunRow } from "../../../engine/runs/lease/lease";
import type { Reader } from "../../../platform/db/client";
import { runs, sessions } from "../../../platform/db/tables/sessions";
import { type PublicationCaller, requireStillAdmitted } from "../service";
import { followSessionOf } from "../streams";

/** A run of the publication, and the seq of its session's log after which it continues. */
export interface FollowedRun {
  runId: string;
  sessionId: string;
  after: number;
}

/** Returns a run of the publication's with its session; undefined for any other one. */
export async function findPublicationRun(db: Reader, { publication }: PublicationCaller, runId: string) {
  const [found] = await db
    .select({ run: runs, session: sessions })
    .from(runs)
    .innerJoin(sessions, and(eq(sessions.teamId, runs.teamId), eq(sessions.id, runs.sessionId)))
    .where(and(eq(runs.teamId, publication.teamId), eq(runs.id, runId), eq(sessions.publicationId, publication.id)));
  return found;
}

export const isActive = (status: RunRow["status"]): boolean =>
  status !== "waiting" && openStates.some((state) => state === status);

interface FollowOptions {
  signal: AbortSignal;
  maxMs: number;
  onEvent?: ((event: SessionEvent) => void) | undefined;
}

/**
 * Resolves when a run has ended or waits for a person, or after `maxMs`. Rejects when the caller has lost access or the signal
 * is aborted.
 */
export async function followRun(
  db: Reader,
  caller: PublicationCaller,
  { runId, sessionId, after }: FollowedRun,
  { signal, maxMs, onEvent }: FollowOptions,
): Promise<"settled" | "late"> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<"settled" | "late">();
  // It may be rejected before it is awaited.
  promise.catch(() => undefined);
  const stream = followSessionOf(caller, sessionId, after, (event) => {
    const isOver = event.kind === "status" && event.body.runId === runId && !isActive(event.body.runStatus);
    if (isOver) resolve("settled");
    else onEvent?.(event);
  });
  const timer = setTimeout(() => resolve("late"), maxMs);
  const abort = () => reject(signal.reason);
  // The server also ends its streams when it stops.
  const lose = () => void requireStillAdmitted(db, caller).then(() => resolve("late"), reject);
  signal.addEventListener("abort", abort, { once: true });
  stream.signal.addEventListener("abort", lose, { once: true });
  try {
    // It may have settled before `after`.
    const found = await findPublicationRun(db, caller, runId);
    if (!found || !isActive(found.run.status)) resolve("settled");
    return await promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    stream.close();
  }
}
