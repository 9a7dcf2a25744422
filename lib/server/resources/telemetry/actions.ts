import { eq } from "drizzle-orm";
import type { TelemetryForm } from "@/lib/contract/telemetry/schemas";
import { parseHeaders } from "../../engine/models/providers/shared/headers";
import { openHeaders, sealHeaders } from "../../engine/telemetry/org-collectors";
import { isMaskOf } from "../../platform/crypto/mask";
import type { Reader, Tx } from "../../platform/db/client";
import { orgTelemetry } from "../../platform/db/tables/telemetry";
import { invalidField } from "../../platform/errors/errors";

type Row = typeof orgTelemetry.$inferSelect;

export async function findTelemetry(db: Reader, orgId: string): Promise<Row | undefined> {
  const [row] = await db.select().from(orgTelemetry).where(eq(orgTelemetry.orgId, orgId));
  return row;
}

/** The submitted headers; a mask, or their absence, keeps the stored ones, unless the server changes. Throws 400 at the field. */
export function mergeHeaders(
  row: Row | undefined,
  { endpoint, headers }: Pick<TelemetryForm, "endpoint" | "headers">,
): string {
  const stored = row ? openHeaders(row) : "";
  const keeps = stored !== "" && (headers === undefined || isMaskOf(headers, stored));
  if (keeps && row?.endpoint !== endpoint)
    throw invalidField("headers", "Enter the headers again, because the endpoint has changed.");
  const merged = keeps ? stored : (headers ?? "");
  if (!parseHeaders(merged))
    throw invalidField(
      "headers",
      "Enter up to 20 headers, one per line, such as “Authorization: Bearer …”. Connection headers can't be set.",
    );
  return merged;
}

/** Sets an organization's collector; without an endpoint, removes it. */
export async function setTelemetry(tx: Tx, orgId: string, form: TelemetryForm): Promise<void> {
  const { endpoint, includeContents } = form;
  if (endpoint === "") {
    await tx.delete(orgTelemetry).where(eq(orgTelemetry.orgId, orgId));
    return;
  }
  const headers = sealHeaders(orgId, mergeHeaders(await findTelemetry(tx, orgId), form));
  const values = { endpoint, headers, includeContents, dateUpdated: new Date(), lastSent: null, failure: null };
  await tx
    .insert(orgTelemetry)
    .values({ orgId, ...values })
    .onConflictDoUpdate({ target: orgTelemetry.orgId, set: values });
}
