import type { WebhookSettings as Form } from "@/lib/contract/webhooks/schemas";
import type { Viewer } from "../../../access/visibility/visible";
import type { Tx } from "../../../platform/db/client";
import type { WebhookSettings } from "../../../platform/db/tables/publications";
import { lockPublication, storeWebhook } from "../actions";
import { type Caller, requireCanChange } from "../form";

/** Settings without a value are stored as absent. */
const toStored = ({ mapping, mode, syncSeconds, callbackUrl }: Partial<Form>): WebhookSettings => ({
  ...(mapping && { mapping }),
  ...(mode && { mode }),
  ...(syncSeconds !== undefined && { syncSeconds }),
  ...(callbackUrl && { callbackUrl }),
});

/** Changes the sent settings. */
export async function updateWebhook(
  tx: Tx,
  caller: Viewer & Caller,
  publicationId: string,
  form: Partial<Form>,
): Promise<void> {
  const row = await lockPublication(tx, caller, publicationId);
  requireCanChange(caller, row);
  const kept = { mapping: row.webhook.mapping ?? null, callbackUrl: row.webhook.callbackUrl ?? null };
  await storeWebhook(tx, row, toStored({ ...row.webhook, ...kept, ...form }), caller.accountId);
}
