import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { defaultSyncSeconds } from "@/lib/constants/webhooks";
import type { Viewer } from "../../../access/visibility/visible";
import { listAskedVariables } from "../../../engine/runs/context/asked-variables";
import type { Reader } from "../../../platform/db/client";
import { apps } from "../../../platform/db/tables/apps";
import { runs, sessions } from "../../../platform/db/tables/sessions";
import { webhookCallbacks, webhookDeliveries } from "../../../platform/db/tables/webhooks";
import { notFound } from "../../../platform/errors/errors";
import { cut, type PageQuery, toPage } from "../page";
import { getPublication } from "../queries";
import { toHookUrl } from "./run-url";

export async function listDeliveries(db: Reader, viewer: Viewer, publicationId: string, query: PageQuery) {
  const { id, teamId } = await getPublication(db, viewer, publicationId);
  const table = webhookDeliveries;
  const own = and(eq(table.teamId, teamId), eq(table.publicationId, id));
  const page = await toPage(db, { id: table.id, date: table.dateCreated }, own, query);
  const found = await db
    .select({
      _id: table.id,
      status: table.status,
      eventId: table.eventId,
      eventType: table.eventType,
      runStatus: runs.status,
      sessionId: sessions.id,
      error: table.error,
      hasPayload: sql<boolean>`${table.payload} is not null`,
      date: table.dateCreated,
    })
    .from(table)
    .leftJoin(runs, and(eq(runs.id, table.runId), eq(runs.teamId, teamId)))
    .leftJoin(sessions, and(eq(sessions.id, table.sessionId), eq(sessions.teamId, teamId)))
    .where(page.where)
    .orderBy(...page.order)
    .limit(page.limit);
  const { rows, next } = cut(found, query.limit);
  return { deliveries: rows, next };
}

export async function listCallbacks(db: Reader, viewer: Viewer, publicationId: string, query: PageQuery) {
  const { id, teamId } = await getPublication(db, viewer, publicationId);
  const table = webhookCallbacks;
  const own = and(eq(table.teamId, teamId), eq(table.publicationId, id));
  const page = await toPage(db, { id: table.id, date: table.dateCreated }, own, query);
  const found = await db
    .select({
      _id: table.id,
      status: table.status,
      runId: table.runId,
      sessionId: sessions.id,
      url: table.url,
      attempts: table.attempts,
      httpStatus: table.httpStatus,
      error: table.error,
      nextDate: table.nextDue,
      date: table.dateCreated,
    })
    .from(table)
    .leftJoin(sessions, and(eq(sessions.id, table.sessionId), eq(sessions.teamId, teamId)))
    .where(page.where)
    .orderBy(...page.order)
    .limit(page.limit);
  const { rows, next } = cut(found, query.limit);
  return { callbacks: rows, next };
}

const payloadColumns = { json: webhookDeliveries.payload, date: webhookDeliveries.dateCreated };
type PayloadRow = { json: string | null; date: Date };
const toPayload = (row: PayloadRow | undefined) => (row?.json == null ? null : { json: row.json, date: row.date });

/** The payload of one delivery. Throws 404 once it is no longer kept. */
export async function readPayload(db: Reader, viewer: Viewer, deliveryId: string) {
  const table = webhookDeliveries;
  const [row] = await db
    .select({ ...payloadColumns, publicationId: table.publicationId })
    .from(table)
    .where(and(eq(table.teamId, viewer.teamId), eq(table.id, deliveryId)));
  const payload = toPayload(row);
  if (!row || !payload) throw notFound("This payload");
  await getPublication(db, viewer, row.publicationId);
  return payload;
}

/** The webhook's settings, with the last payload to map. */
export async function viewWebhook(db: Reader, viewer: Viewer, publicationId: string) {
  const { id, teamId, appId, webhook } = await getPublication(db, viewer, publicationId);
  const table = webhookDeliveries;
  const [last] = await db
    .select(payloadColumns)
    .from(table)
    .where(and(eq(table.teamId, teamId), eq(table.publicationId, id), isNotNull(table.payload)))
    .orderBy(desc(table.dateCreated), desc(table.id))
    .limit(1);
  const [app] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.id, appId)));
  const asked = app ? await listAskedVariables(db, app) : [];
  return {
    mapping: webhook.mapping ?? null,
    mode: webhook.mode ?? ("async" as const),
    syncSeconds: webhook.syncSeconds ?? defaultSyncSeconds,
    callbackUrl: webhook.callbackUrl ?? null,
    url: toHookUrl(id),
    variables: asked.map(({ name }) => name),
    lastPayload: toPayload(last),
  };
}
