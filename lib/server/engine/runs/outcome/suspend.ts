import type { StatusBody } from "@/lib/contract/session-events/states";
import type { Db } from "../../../platform/db/client";
import { lockUsedUpBudgets, notifyUsedUp } from "../../budgets/service";
import { toStorableText } from "../../models/providers/shared/storable";
import type { RunRow } from "../lease/lease";
import { appendEvents, type NewEvent } from "../log/events";
import { discardPartials, lockRun, publishFirst, releaseRun } from "./finish";
import { findRequests, storeInputRequests, withNamesAndDeadlines } from "./input-request-rows";
import { notifyWaiting } from "./notify-waiting";

/**
 * Pauses a run for a person: its requests are logged and its lease is released. Returns false, without writing, when it is to
 * be cancelled instead. `budgets` are those that it waits for: if one has room by now, the run is queued instead.
 */
export async function suspendRun(
  db: Db,
  run: RunRow,
  requests: NewEvent<"input_request">[],
  message: string,
  budgets: readonly string[] = [],
): Promise<boolean> {
  const reason = toStorableText(message);
  return db.transaction(async (tx) => {
    const locked = await lockRun(tx, run);
    if (!locked) return true;
    const { session, cancelRequested } = locked;
    if (cancelRequested) return false;
    // Waiting does not count as an attempt.
    const attempt = Math.max(run.attempt - 1, 0);
    if (!(await lockUsedUpBudgets(tx, budgets))) {
      await releaseRun(tx, run, { status: "queued", attempt });
      return true;
    }
    await releaseRun(tx, run, { status: "waiting", reason, attempt });
    const asks = budgets.length > 0 ? "budget" : findInputKind(requests);
    const body: StatusBody = { status: "waiting", reason, runStatus: "waiting", runId: run.id, asks };
    const status: NewEvent = { kind: "status", body };
    const all = [...(await discardPartials(tx, run)), ...(await withNamesAndDeadlines(tx, requests)), status];
    const change = { status: "waiting", lastRun: { status: "waiting", reason, asks } } as const;
    const logged = await appendEvents(tx, run.sessionId, run.id, all, change);
    publishFirst(tx, run, logged);
    await storeInputRequests(tx, run, logged);
    const isForClient = session.publicationId !== null && requests.length === 0 && budgets.length === 0;
    if (!isForClient) await notifyWaiting(tx, run, session, { status: "waiting", reason, asks }, findRequests(logged));
    await notifyUsedUp(tx, budgets, run.teamId);
    return true;
  });
}

/** The kind of input requested, other than repeating a call. */
function findInputKind(requests: readonly NewEvent<"input_request">[]): "form" | "approval" | undefined {
  const kinds = new Set(requests.map(({ body }) => (body.guarded ? "approval" : body.kind)));
  if (kinds.has("repeat")) return undefined;
  return kinds.has("approval") ? "approval" : kinds.has("form") ? "form" : undefined;
}
