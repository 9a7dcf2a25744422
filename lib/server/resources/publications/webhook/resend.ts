import { and, eq } from "drizzle-orm";
import type { Viewer } from "../../../access/visibility/visible";
import type { Tx } from "../../../platform/db/client";
import { webhookDeliveries } from "../../../platform/db/tables/webhooks";
import { AppError, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { lockPublication } from "../actions";
import { type Caller, requireCanChange } from "../form";
import { checkOwnBudgets } from "../limits";
import { findPublicationCaller } from "../service";
import { type Delivered, type DeliveryRow, insertDelivery, startDelivery } from "./deliver";

async function lockDelivery(tx: Tx, teamId: string, publicationId: string, id: string): Promise<DeliveryRow> {
  const own = and(eq(webhookDeliveries.teamId, teamId), eq(webhookDeliveries.publicationId, publicationId));
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(own, eq(webhookDeliveries.id, id)))
    .for("update");
  if (!row) throw notFound("This event");
  return row;
}

/** An event that has a run keeps it; another delivery gets the next one. */
async function toDelivery(tx: Tx, row: DeliveryRow): Promise<DeliveryRow> {
  if (row.status === "started") return insertDelivery(tx, { ...row, eventKey: null });
  // The failed start may have left nothing, but its ids were already returned.
  const ids = { sessionId: newId("session"), runId: newId("run") };
  await tx.update(webhookDeliveries).set(ids).where(eq(webhookDeliveries.id, row.id));
  return { ...row, ...ids };
}

/** Starts a run for a received event with the current mapping. Throws 400 if it still does not fit. */
export async function resendDelivery(tx: Tx, viewer: Viewer & Caller, publicationId: string, id: string) {
  const publication = await lockPublication(tx, viewer, publicationId);
  requireCanChange(viewer, publication);
  const row = await lockDelivery(tx, publication.teamId, publicationId, id);
  if (row.payload === null) throw new AppError("conflict", "The payload of this event is no longer kept.");
  if (row.status === "queued")
    throw new AppError("conflict", "This event is waiting for another run to end. Its run will start then.");
  const caller = await findPublicationCaller(tx, publicationId, "webhook");
  await checkOwnBudgets(tx, caller);
  const sent = await startDelivery(tx, caller, await toDelivery(tx, row), JSON.parse(row.payload));
  return toResult(sent);
}

function toResult({ id, runId, status, error, issues }: Delivered) {
  if (issues) throw new AppError("unprocessable", error ?? "", { issues: issues.slice(0, 50) });
  return { _id: id, runId, status };
}
