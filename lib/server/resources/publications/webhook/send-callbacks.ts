import { and, eq, inArray, sql } from "drizzle-orm";
import { callbackHours } from "@/lib/constants/webhooks";
import type { Db } from "../../../platform/db/client";
import { publications } from "../../../platform/db/tables/publications";
import { webhookCallbacks } from "../../../platform/db/tables/webhooks";
import { lockDue } from "../../../platform/jobs/lock-due";
import { log } from "../../../platform/log/log";
import { outbound } from "../../../platform/outbound/instance";
import { OutboundError } from "../../../platform/outbound/outbound-error";
import { openWebhookSecrets } from "../webhook-secrets";
import { signStandard } from "./signature";

type CallbackRow = typeof webhookCallbacks.$inferSelect;

const concurrency = 8;
const timeoutMs = 15_000;
/** Longer than a request takes: the callback of a process that disappeared is sent by another one. */
const leaseSeconds = 60;
/** Seconds until the next attempt; the last one repeats. */
const delays = [5, 30, 120, 600, 1_800, 3_600, 10_800];

const noUrl = "The webhook no longer has a callback URL.";

/** When the next callback is sent. */
export const nextCallback = sql`select min(next_due) from webhook_callbacks`;

const inSeconds = (seconds: number) => sql`now() + ${`${seconds} seconds`}::interval`;

/** Takes due callbacks, so that no other process sends them. */
const claim = (db: Db): Promise<CallbackRow[]> =>
  db.transaction(async (tx) => {
    const { nextDue, id, attempts } = webhookCallbacks;
    const due = await lockDue(tx, webhookCallbacks, { at: nextDue, orderBy: [nextDue], limit: concurrency });
    if (due.length === 0) return [];
    const ids = due.map((row) => row.id);
    return tx
      .update(webhookCallbacks)
      .set({ attempts: sql`${attempts} + 1`, nextDue: inSeconds(leaseSeconds) })
      .where(inArray(id, ids))
      .returning();
  });

/** Headers of Standard Webhooks, with a signature for each valid secret. */
function signCallback(id: string, body: Buffer, secrets: readonly string[]) {
  const seconds = String(Math.floor(Date.now() / 1_000));
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map((secret) => signStandard(secret, id, seconds, body)).join(" "),
  };
}

type Sent = Pick<CallbackRow, "httpStatus" | "error">;

async function post({ id, url, body }: CallbackRow, secrets: readonly string[]): Promise<Sent> {
  const bytes = Buffer.from(body);
  try {
    // The body is not read.
    const send = outbound().fetchWith({ headersTimeoutMs: timeoutMs, maxBytes: Number.POSITIVE_INFINITY });
    const headers = signCallback(id, bytes, secrets);
    const response = await send(url, { method: "POST", headers, body: bytes, redirect: "manual" });
    await response.body?.cancel();
    const { status, ok } = response;
    return { httpStatus: status, error: ok ? null : `The server responded with ${status}.` };
  } catch (error) {
    if (error instanceof OutboundError) return { httpStatus: null, error: error.message };
    throw error;
  }
}

async function sendOne(db: Db, row: CallbackRow): Promise<void> {
  const own = and(eq(webhookCallbacks.teamId, row.teamId), eq(webhookCallbacks.id, row.id));
  const [publication] = await db
    .select()
    .from(publications)
    .where(and(eq(publications.teamId, row.teamId), eq(publications.id, row.publicationId)));
  if (!publication) return;
  const { callbackUrl: url } = publication.webhook;
  const sent = url ? await post({ ...row, url }, openWebhookSecrets(publication)) : { httpStatus: null, error: noUrl };
  const delay = delays[Math.min(row.attempts, delays.length) - 1] ?? 0;
  const isLast = sql`${!url} or ${webhookCallbacks.since} + ${`${callbackHours} hours`}::interval < ${inSeconds(delay)}`;
  const isDelivered = sent.error === null;
  await db
    .update(webhookCallbacks)
    .set({
      ...sent,
      url,
      status: isDelivered ? "delivered" : sql`case when ${isLast} then 'failed' else 'pending' end`,
      nextDue: isDelivered ? null : sql`case when ${isLast} then null else ${inSeconds(delay)} end`,
    })
    // Not one that another process has sent meanwhile.
    .where(and(own, eq(webhookCallbacks.attempts, row.attempts)));
}

/** Sends due callbacks. A failed one is sent again later, for a day. */
export async function sendDueCallbacks(db: Db): Promise<void> {
  for (let rows = await claim(db); rows.length > 0; rows = await claim(db)) {
    await Promise.all(
      rows.map((row) =>
        sendOne(db, row).catch((error: unknown) => log().error({ err: error, id: row.id }, "a callback was not sent")),
      ),
    );
  }
}
