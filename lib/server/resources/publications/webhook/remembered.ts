import { and, count, eq, lt, sql } from "drizzle-orm";
import { maxQueuedDeliveries, rememberedHours } from "@/lib/constants/webhooks";
import type { Reader, Tx } from "../../../platform/db/client";
import { webhookDeliveries } from "../../../platform/db/tables/webhooks";
import { AppError } from "../../../platform/errors/errors";
import type { PublicationCaller } from "../service";
import type { DeliveryRow } from "./deliver";
import type { EventName } from "./event-id";

const isOld = lt(webhookDeliveries.dateCreated, sql`now() - ${`${rememberedHours} hours`}::interval`);

/** The delivery of the same event, if it is still remembered. */
export async function findRemembered(
  db: Reader,
  { publication: { id, teamId } }: PublicationCaller,
  { key, isUntimed }: EventName,
): Promise<DeliveryRow | undefined> {
  if (key === null) return undefined;
  const own = and(eq(webhookDeliveries.teamId, teamId), eq(webhookDeliveries.publicationId, id));
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(own, eq(webhookDeliveries.eventKey, key), isUntimed ? undefined : sql`not (${isOld})`));
  return row;
}

/** Lets an id that is no longer remembered be used again. */
export async function forgetOld(
  tx: Tx,
  { publication: { id, teamId } }: PublicationCaller,
  { key, isUntimed }: EventName,
): Promise<void> {
  if (key === null || isUntimed) return;
  const own = and(eq(webhookDeliveries.teamId, teamId), eq(webhookDeliveries.publicationId, id));
  await tx
    .update(webhookDeliveries)
    .set({ eventKey: null })
    .where(and(own, eq(webhookDeliveries.eventKey, key), isOld));
}

/** Throws 429 while too many events wait for room. */
export async function checkQueue(tx: Tx, { publication: { id, teamId } }: PublicationCaller): Promise<void> {
  const own = and(eq(webhookDeliveries.teamId, teamId), eq(webhookDeliveries.publicationId, id));
  const [found] = await tx
    .select({ n: count() })
    .from(webhookDeliveries)
    .where(and(own, eq(webhookDeliveries.status, "queued")));
  if ((found?.n ?? 0) < maxQueuedDeliveries) return;
  throw new AppError("rate_limited", "Too many events are waiting for this publication.", { retryAfter: 60 });
}
