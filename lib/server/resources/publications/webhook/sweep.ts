import { lt, sql } from "drizzle-orm";
import { deliveryDays, payloadDays } from "@/lib/constants/webhooks";
import type { Db } from "../../../platform/db/client";
import { webhookCallbacks, webhookDeliveries } from "../../../platform/db/tables/webhooks";
import { repeat } from "../../../platform/jobs/repeat";

const batchSize = 1_000;
/** The newest of a publication, whose payloads are kept. */
const maxPayloads = 1_000;

const before = (days: number) => sql`now() - ${`${days} days`}::interval`;

/** Deletes deliveries and callbacks that are no longer listed, and payloads that are no longer kept. */
export async function sweepWebhooks(db: Db, signal?: AbortSignal): Promise<void> {
  for (const table of [webhookDeliveries, webhookCallbacks]) {
    const old = db
      .select({ id: table.id })
      .from(table)
      .where(lt(table.dateCreated, before(deliveryDays)))
      .limit(batchSize);
    await repeat(signal, () => db.delete(table).where(sql`${table.id} in ${old}`));
  }
  await repeat(signal, () =>
    db.execute(sql`
      update webhook_deliveries set payload = null where id in (
        select id from (
          select id, date_created, row_number() over (partition by publication_id order by date_created desc, id desc) place
          from webhook_deliveries where payload is not null and status <> 'queued'
        ) kept where place > ${maxPayloads} or date_created < ${before(payloadDays)} limit ${batchSize})`),
  );
}
