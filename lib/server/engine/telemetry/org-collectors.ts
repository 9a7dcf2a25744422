import { eq, isNull } from "drizzle-orm";
import { listHeaderSecrets } from "../../platform/crypto/header-secrets";
import { rememberSecret } from "../../platform/crypto/remembered-secrets";
import { openSecret, sealSecret } from "../../platform/crypto/secrets";
import type { Reader } from "../../platform/db/client";
import { orgs } from "../../platform/db/tables/teams";
import { orgTelemetry } from "../../platform/db/tables/telemetry";
import { log } from "../../platform/log/log";
import { parseHeaders } from "../models/providers/shared/headers";

/** An organization's collector, with decrypted headers. */
export interface OrgCollector {
  orgId: string;
  endpoint: string;
  headers: Record<string, string>;
  includeContents: boolean;
  /** Changes with every change of the settings. */
  version: string;
}

type Row = typeof orgTelemetry.$inferSelect;

const owner = (orgId: string) => ({ teamId: null, rowId: orgId });

export const sealHeaders = (orgId: string, lines: string): string | null =>
  lines === "" ? null : sealSecret("telemetry", owner(orgId), lines);

/** The `Name: value` lines; empty without headers. */
export const openHeaders = ({ orgId, headers }: Pick<Row, "orgId" | "headers">): string =>
  headers === null ? "" : openSecret("telemetry", owner(orgId), headers);

/** All collectors, by organization. One whose headers cannot be decrypted is left out. */
export async function loadOrgCollectors(db: Reader): Promise<Map<string, OrgCollector>> {
  const rows = await db
    .select({ row: orgTelemetry })
    .from(orgTelemetry)
    .innerJoin(orgs, eq(orgs.id, orgTelemetry.orgId))
    .where(isNull(orgs.dateDeleted));
  const collectors = new Map<string, OrgCollector>();
  for (const { row } of rows) {
    try {
      collectors.set(row.orgId, toCollector(row));
    } catch (error) {
      log().error({ err: error, orgId: row.orgId }, "telemetry headers could not be decrypted");
    }
  }
  return collectors;
}

function toCollector(row: Row): OrgCollector {
  const { orgId, endpoint, includeContents, dateUpdated } = row;
  const headers = parseHeaders(openHeaders(row)) ?? {};
  for (const secret of listHeaderSecrets(Object.values(headers))) rememberSecret(secret);
  return { orgId, endpoint, headers, includeContents, version: `${dateUpdated.getTime()} ${row.headers} ${endpoint}` };
}
