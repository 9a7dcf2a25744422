import { eq } from "drizzle-orm";
import { org } from "../../access/audit/org-subjects";
import type { Reader } from "../../access/audit/subject";
import { openHeaders } from "../../engine/telemetry/org-collectors";
import { DOTS } from "../../platform/crypto/mask";
import { orgTelemetry } from "../../platform/db/tables/telemetry";

/** The organization with its collector, whose fields are null without one. Locks the organization. */
export const telemetryReader: Reader = async (tx, call, id) => {
  const found = await org(tx, call, id);
  if (!found) return null;
  const [row] = await tx.select().from(orgTelemetry).where(eq(orgTelemetry.orgId, id));
  const { endpoint = null, includeContents = null } = row ?? {};
  const fields = (headers: string | null) => ({
    telemetryEndpoint: endpoint,
    telemetryHeaders: headers,
    telemetryContents: includeContents,
  });
  return { ...found, shown: fields(row?.headers ? DOTS : null), exact: fields(row ? openHeaders(row) : null) };
};
