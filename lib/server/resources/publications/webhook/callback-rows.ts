import { and, eq, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Viewer } from "../../../access/visibility/visible";
import type { Db, Tx } from "../../../platform/db/client";
import { publications } from "../../../platform/db/tables/publications";
import { runs } from "../../../platform/db/tables/sessions";
import { webhookCallbacks, webhookDeliveries } from "../../../platform/db/tables/webhooks";
import { AppError, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { processDue } from "../../../platform/jobs/process-due";
import { lockPublication } from "../actions";
import { readRunText } from "./run-text";
import { toRunUrl } from "./run-url";

const endStates = ["completed", "cancelled", "error"] as const;
const matchesRun = and(eq(runs.id, webhookDeliveries.runId), eq(runs.teamId, webhookDeliveries.teamId));
const hasEnded = or(isNull(runs.id), inArray(runs.status, [...endStates]));

/** Now, if a run has ended whose callback is not yet stored. */
export const nextEnd = sql`select now() from webhook_deliveries d left join runs r on r.id = d.run_id
  where d.awaits_end and (r.id is null or r.status in ('completed', 'cancelled', 'error')) limit 1`;

/** Stores the callbacks of runs that have ended, each once. */
export const storeCallbacks = (db: Db): Promise<void> => processDue(db, storeOne, "a callback could not be stored");

async function storeOne(tx: Tx, tried: string[]): Promise<boolean> {
  const isNew = notInArray(webhookDeliveries.id, tried);
  const [found] = await tx
    .select({ delivery: webhookDeliveries, run: runs, settings: publications.webhook })
    .from(webhookDeliveries)
    .innerJoin(publications, eq(publications.id, webhookDeliveries.publicationId))
    .leftJoin(runs, matchesRun)
    .where(and(eq(webhookDeliveries.awaitsEnd, true), hasEnded, isNew))
    .limit(1);
  if (!found) return false;
  const { delivery, run, settings } = found;
  tried.push(delivery.id);
  const own = and(eq(webhookDeliveries.teamId, delivery.teamId), eq(webhookDeliveries.id, delivery.id));
  const claimed = await tx
    .update(webhookDeliveries)
    .set({ awaitsEnd: false })
    .where(and(own, eq(webhookDeliveries.awaitsEnd, true)));
  if (!claimed.rowCount) return true;
  const { callbackUrl: url } = settings;
  if (!run || !url) return true;
  const { teamId, publicationId, sessionId, runId, id: deliveryId, eventId } = delivery;
  const data = {
    runId,
    sessionId,
    url: toRunUrl(teamId, sessionId),
    eventId,
    status: run.status,
    error: run.status === "error" ? run.reason : null,
    text: await readRunText(tx, sessionId, runId),
  };
  const timestamp = (run.dateEnded ?? new Date()).toISOString();
  const body = JSON.stringify({ type: `run.${run.status}`, timestamp, data });
  const id = newId("webhookcallback");
  await tx
    .insert(webhookCallbacks)
    .values({ id, teamId, publicationId, deliveryId, sessionId, runId, url, body, nextDue: sql`now()` });
  return true;
}

/** Sends a callback again, and retries it for a day. */
export async function resendCallback(tx: Tx, viewer: Viewer, publicationId: string, id: string): Promise<void> {
  const { teamId } = await lockPublication(tx, viewer, publicationId);
  const own = and(eq(webhookCallbacks.teamId, teamId), eq(webhookCallbacks.publicationId, publicationId));
  const [row] = await tx
    .select({ status: webhookCallbacks.status })
    .from(webhookCallbacks)
    .where(and(own, eq(webhookCallbacks.id, id)))
    .for("update");
  if (!row) throw notFound("This callback");
  if (row.status === "pending") throw new AppError("conflict", "This callback is still being retried.");
  await tx
    .update(webhookCallbacks)
    .set({ status: "pending", attempts: 0, error: null, httpStatus: null, since: sql`now()`, nextDue: sql`now()` })
    .where(and(own, eq(webhookCallbacks.id, id)));
}
