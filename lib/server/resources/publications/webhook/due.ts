import { and, asc, eq, isNotNull, lte, notInArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/client";
import { lockRow } from "../../../platform/db/query/edit";
import { publications } from "../../../platform/db/tables/publications";
import { webhookDeliveries } from "../../../platform/db/tables/webhooks";
import { AppError } from "../../../platform/errors/errors";
import { processDue } from "../../../platform/jobs/process-due";
import { findPublicationCaller } from "../service";
import { type DeliveryRow, failDelivery, postponeOthers, startDelivery } from "./deliver";

/** When the next waiting event is tried. */
export const nextDelivery = sql`select min(next_due) from webhook_deliveries`;

/** Starts the runs of events that found no room when they arrived, each once. */
export const startDueDeliveries = (db: Db): Promise<void> =>
  processDue(db, startOne, "a waiting webhook event could not be started");

const isDue = and(isNotNull(webhookDeliveries.nextDue), lte(webhookDeliveries.nextDue, sql`now()`));

/** Locks the publication before its delivery, as its other writers do. Undefined: another process was faster. */
async function lockDueDelivery(tx: Tx, tried: string[]): Promise<DeliveryRow | null | undefined> {
  const [due] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(isDue, notInArray(webhookDeliveries.id, tried)))
    .orderBy(asc(webhookDeliveries.nextDue), asc(webhookDeliveries.id))
    .limit(1);
  if (!due) return null;
  tried.push(due.id);
  await lockRow(tx, publications, due.teamId, due.publicationId);
  const own = and(eq(webhookDeliveries.teamId, due.teamId), eq(webhookDeliveries.id, due.id));
  const [locked] = await tx.select().from(webhookDeliveries).where(and(own, isDue)).for("update");
  return locked;
}

/** Starts one waiting event. Returns false when none is due. */
async function startOne(tx: Tx, tried: string[]): Promise<boolean> {
  const row = await lockDueDelivery(tx, tried);
  if (row === null) return false;
  if (row === undefined) return true;
  try {
    const caller = await findPublicationCaller(tx, row.publicationId, "webhook");
    if (row.payload === null) throw new AppError("conflict", "The payload of this event is no longer kept.");
    const { status } = await startDelivery(tx, caller, row, JSON.parse(row.payload));
    if (status === "queued") await postponeOthers(tx, row);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await failDelivery(tx, row, error.message);
  }
  return true;
}
