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

/**
 * Returns a function that loads all collectors, by organization, and decrypts those that have changed since. One whose headers
 * cannot be decrypted is left out.
 */
export function createCollectorLoader(db: Reader): () => Promise<ReadonlyMap<string, OrgCollector>> {
  let known = new Map<string, OrgCollector>();
  return async () => {
    const rows = await db
      .select({ row: orgTelemetry })
      .from(orgTelemetry)
      .innerJoin(orgs, eq(orgs.id, orgTelemetry.orgId))
      .where(isNull(orgs.dateDeleted));
    const collectors = new Map<string, OrgCollector>();
    for (const { row } of rows) {
      const before = known.get(row.orgId);
      const collector = before?.version === toVersion(row) ? before : openCollector(row);
      if (collector) collectors.set(row.orgId, collector);
    }
    known = collectors;
    return collectors;
  };
}

const toVersion = ({ dateUpdated, headers, endpoint }: Row): string =>
  `${dateUpdated.getTime()} ${headers} ${endpoint}`;

function openCollector(row: Row): OrgCollector | undefined {
  const { orgId, endpoint, includeContents } = row;
  try {
    const headers = parseHeaders(openHeaders(row)) ?? {};
    for (const secret of listHeaderSecrets(Object.values(headers))) rememberSecret(secret);
    return { orgId, endpoint, headers, includeContents, version: toVersion(row) };
  } catch (error) {
    log().error({ err: error, orgId }, "telemetry headers could not be decrypted");
    return undefined;
  }
}
