import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Issue } from "@/lib/contract/base/error";
import type { Tx } from "../../../platform/db/client";
import { webhookDeliveries } from "../../../platform/db/tables/webhooks";
import { AppError } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { endCall } from "../log";
import type { PublicationCaller } from "../service";
import { startCounted } from "../start";
import { toRunInput } from "./mapping";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** When an event that found no room is tried again. */
const retryMs = 2_000;

export interface Delivered extends Pick<DeliveryRow, "id" | "sessionId" | "runId" | "status" | "error"> {
  /** What does not fit. */
  issues?: Issue[] | undefined;
}

type Outcome = Pick<DeliveryRow, "status" | "error"> & { issues?: Issue[] | undefined };

const toRefusal = (status: "invalid" | "failed", error: string, issues?: Issue[]): Outcome => ({
  status,
  error,
  issues: issues ?? [{ path: "", message: error }],
});

/** Starts the run in a savepoint. An error that is not the event's or the app's is thrown. */
async function tryStart(tx: Tx, caller: PublicationCaller, row: DeliveryRow, payload: unknown): Promise<Outcome> {
  const { issues, ...input } = toRunInput(payload, caller.publication.webhook.mapping);
  if (issues[0]) return toRefusal("invalid", issues[0].message, issues);
  const ids = { sessionId: row.sessionId, runId: row.runId };
  try {
    const { callId } = await tx.transaction((inner) => startCounted(inner, caller, { ...input, ids }));
    await endCall(tx, callId, { status: "running", httpStatus: 202 });
    return { status: "started", error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "rate_limited") return { status: "queued", error: null };
    if (error.code === "invalid") return toRefusal("invalid", error.message, error.extra.issues);
    if (error.code === "conflict" || error.code === "limit") return toRefusal("failed", error.message);
    throw error;
  }
}

/** Starts the run of a delivery, or records why not. The caller has locked the publication and the row. */
export async function startDelivery(
  tx: Tx,
  caller: PublicationCaller,
  row: DeliveryRow,
  payload: unknown,
): Promise<Delivered> {
  const { issues, status, error } = await tryStart(tx, caller, row, payload);
  const awaitsEnd = status === "started" && caller.publication.webhook.callbackUrl !== undefined;
  const nextDue = status === "queued" ? sql`now() + ${`${retryMs} milliseconds`}::interval` : null;
  await tx
    .update(webhookDeliveries)
    .set({ status, error, awaitsEnd, nextDue })
    .where(and(eq(webhookDeliveries.teamId, row.teamId), eq(webhookDeliveries.id, row.id)));
  const { id, sessionId, runId } = row;
  return { id, sessionId, runId, status, error, issues };
}

/** Records why a waiting delivery cannot start any more. */
export const failDelivery = (tx: Tx, { id, teamId }: Pick<DeliveryRow, "id" | "teamId">, error: string) =>
  tx
    .update(webhookDeliveries)
    .set({ status: "failed", error, nextDue: null })
    .where(and(eq(webhookDeliveries.teamId, teamId), eq(webhookDeliveries.id, id)));

/** The others of the publication find no room either: one of them is tried again later. */
export const postponeOthers = (tx: Tx, { teamId, publicationId }: Pick<DeliveryRow, "teamId" | "publicationId">) =>
  tx
    .update(webhookDeliveries)
    .set({ nextDue: sql`greatest(${webhookDeliveries.nextDue}, now() + ${`${retryMs} milliseconds`}::interval)` })
    .where(
      and(
        eq(webhookDeliveries.teamId, teamId),
        eq(webhookDeliveries.publicationId, publicationId),
        isNotNull(webhookDeliveries.nextDue),
      ),
    );

type NewDelivery = Pick<
  DeliveryRow,
  "teamId" | "publicationId" | "eventKey" | "eventId" | "eventType" | "payload" | "bytes"
>;

/** Stores an event. Its run gets its ids here, so that they can be returned before it starts. */
export async function insertDelivery(tx: Tx, event: NewDelivery): Promise<DeliveryRow> {
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({
      ...event,
      id: newId("webhookdelivery"),
      sessionId: newId("session"),
      runId: newId("run"),
      status: "queued",
    })
    .returning();
  if (!row) throw new Error("The event was not stored.");
  return row;
}

/** Gives a delivery that has no run another payload. */
export async function replacePayload(tx: Tx, row: DeliveryRow, { payload, bytes }: NewDelivery): Promise<DeliveryRow> {
  await tx
    .update(webhookDeliveries)
    .set({ payload, bytes })
    .where(and(eq(webhookDeliveries.teamId, row.teamId), eq(webhookDeliveries.id, row.id)));
  return { ...row, payload, bytes };
}
