import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "../../platform/db/client";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { apps } from "../../platform/db/tables/apps";
import { publications } from "../../platform/db/tables/publications";
import { shareLinks, shareVisitors } from "../../platform/db/tables/shares";
import { orgMembers, teamMembers, teams } from "../../platform/db/tables/teams";
import { AppError } from "../../platform/errors/errors";
import { memberRow } from "./is-team-member";
import type { Principal } from "./principal";
import type { Visit } from "./visitor";

interface Row {
  table: PgTable;
  where: SQL | undefined;
}

interface AccessRows {
  principal: Principal | null;
  visit: Visit | null;
  teamId: string | undefined;
}

/** All rows whose change or deletion can revoke a caller's access. */
export function findAccessRows({ principal, visit, teamId = visit?.link.teamId }: AccessRows): Row[] {
  const rows: Row[] = [];
  if (visit) {
    rows.push({ table: shareLinks, where: eq(shareLinks.id, visit.link.id) });
    rows.push({ table: apps, where: eq(apps.id, visit.app.id) });
  }
  const publicationId = visit?.link.publicationId;
  if (publicationId) rows.push({ table: publications, where: eq(publications.id, publicationId) });
  if (visit?.visitor) rows.push({ table: shareVisitors, where: eq(shareVisitors.id, visit.visitor.id) });
  const accountId = principal?.account.id ?? visit?.account?.id;
  if (accountId) rows.push({ table: accounts, where: eq(accounts.id, accountId) });
  if (principal?.kind === "session") rows.push({ table: tokens, where: eq(tokens.id, principal.tokenId) });
  if (principal?.kind === "key") rows.push({ table: apiKeys, where: eq(apiKeys.id, principal.tokenId) });
  if (teamId) rows.push({ table: teams, where: eq(teams.id, teamId) });
  if (accountId && teamId) {
    const ownOrg = sql`${orgMembers.orgId} = (select ${teams.orgId} from ${teams} where ${teams.id} = ${teamId})`;
    rows.push({ table: teamMembers, where: memberRow(accountId, teamId) });
    rows.push({ table: orgMembers, where: and(ownOrg, eq(orgMembers.accountId, accountId)) });
  }
  return rows;
}

const maxWaitMs = 5_000;
const retryMs = 20;

/**
 * Locks these rows until the transaction ends, as its last locks. Never blocks in PostgreSQL, so that it cannot deadlock with a
 * transaction that waits for this one. Throws 409 when a row remains locked.
 */
export async function lockAccessRows(tx: Tx, rows: readonly Row[]): Promise<void> {
  const until = performance.now() + maxWaitMs;
  for (const { table, where } of rows)
    while (!(await isLocked(tx, table, where))) {
      if (performance.now() > until)
        throw new AppError("conflict", "Your permissions are being changed. Try again.", { retryAfter: 5 });
      await sleep(retryMs);
    }
}

/** A missing row needs no lock: the following check detects it. */
async function isLocked(tx: Tx, table: PgTable, where: SQL | undefined): Promise<boolean> {
  const one = { one: sql`1` };
  // Deleting the team's row takes FOR UPDATE; counting and auditing take weaker locks.
  const strength = table === teams ? "key share" : "share";
  const locked = await tx.select(one).from(table).where(where).for(strength, { skipLocked: true });
  if (locked.length > 0) return true;
  const exists = await tx.select(one).from(table).where(where);
  return exists.length === 0;
}
