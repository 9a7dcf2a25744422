import { eventMaxBytes, type WebhookMode } from "@/lib/constants/webhooks";
import type { Db, Reader } from "../../../platform/db/client";
import { lockRow } from "../../../platform/db/query/edit";
import { publications } from "../../../platform/db/tables/publications";
import { AppError, notFound } from "../../../platform/errors/errors";
import { readBytes } from "../../../platform/http/body/read-body";
import { checkOwnBudgets, checkSize, limitCalls } from "../limits";
import { recordCall } from "../log";
import { findPublicationCaller, type PublicationCaller } from "../service";
import { startInTurn } from "../start-in-turn";
import { openWebhookSecrets } from "../webhook-secrets";
import { type Delivered, type DeliveryRow, insertDelivery, replacePayload, startDelivery } from "./deliver";
import { type EventName, nameEvent } from "./event-id";
import { findHandshake } from "./handshake";
import { parsePayload } from "./payload";
import { checkQueue, findRemembered, forgetOld } from "./remembered";
import { replyTo } from "./reply";
import { isAuthentic } from "./signature";

const hidden = (): AppError => notFound("This webhook");
const hiddenCodes = new Set(["not_found", "forbidden", "conflict"]);

/** Unknown, turned off and paused look the same. */
async function findHook(db: Reader, publicationId: string): Promise<PublicationCaller> {
  try {
    return await findPublicationCaller(db, publicationId, "webhook");
  } catch (error) {
    throw error instanceof AppError && hiddenCodes.has(error.code) ? hidden() : error;
  }
}

interface ReceivedEvent {
  name: EventName;
  payload: unknown;
  bytes: number;
}

const hasRun = ({ status }: DeliveryRow): boolean => status === "started" || status === "queued";

/** Stores an event and starts its run, unless the event was already received. */
async function store(db: Db, caller: PublicationCaller, { name, payload, bytes }: ReceivedEvent): Promise<Delivered> {
  const { id: publicationId, teamId } = caller.publication;
  const early = await findRemembered(db, caller, name);
  if (early && hasRun(early)) return early;
  await checkOwnBudgets(db, caller);
  return startInTurn(db, caller, async (tx) => {
    await lockRow(tx, publications, teamId, publicationId);
    const known = await findRemembered(tx, caller, name);
    if (known && hasRun(known)) return known;
    await checkQueue(tx, caller);
    await forgetOld(tx, caller, name);
    const { key: eventKey, id: eventId, type: eventType } = name;
    const event = { teamId, publicationId, eventKey, eventId, eventType, payload: JSON.stringify(payload), bytes };
    const row = known ? await replacePayload(tx, known, event) : await insertDelivery(tx, event);
    return startDelivery(tx, await findHook(tx, publicationId), row, payload);
  });
}

/** Receives an event for a publication: 202 with its run once it is stored. */
export async function receiveEvent(
  db: Db,
  publicationId: string,
  request: Request,
  mode: WebhookMode | undefined,
): Promise<Response> {
  // Before anything is looked up, so that the limit tells nothing about the id.
  const bytes = await readBytes(request, eventMaxBytes);
  const caller = await findHook(db, publicationId);
  const { publication } = caller;
  const { headers } = request;
  const preset = publication.ways.webhook?.preset;
  if (!preset || !isAuthentic(preset, openWebhookSecrets(publication), { headers, bytes })) throw hidden();
  const payload = parsePayload(headers.get("content-type"), bytes);
  const handshake = findHandshake(preset, headers, payload);
  if (handshake) return handshake;
  // Not recorded, so that a sender cannot fill the log.
  await limitCalls(caller);
  try {
    checkSize(caller, bytes.byteLength);
    const event = { name: nameEvent(preset, headers, payload), payload, bytes: bytes.byteLength };
    const delivered = await store(db, caller, event);
    if (delivered.issues) await recordCall(db, caller, "refused", { httpStatus: 422, error: delivered.error });
    return await replyTo(db, caller, delivered, mode ?? publication.webhook.mode ?? "async", request.signal);
  } catch (error) {
    if (error instanceof AppError && error.code !== "not_found")
      await recordCall(db, caller, "refused", { httpStatus: error.status, error: error.message });
    throw error;
  }
}
