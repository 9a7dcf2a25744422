import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { accounts, tokens } from "../accounts/table";
import { apiKeys } from "../apikeys/table";
import { apps } from "../apps/table";
import type { Tx } from "../db/client";
import { AppError } from "../http/errors";
import { shareLinks, shareVisitors } from "../shares/table";
import { orgMembers, teamMembers, teams } from "../teams/table";
import type { Principal } from "./principal";
import type { Visit } from "./visitor";

interface Row {
  table: PgTable;
  where: SQL | undefined;
}

interface LetIn {
  principal: Principal | null;
  visit: Visit | null;
  teamId: string | undefined;
}

/** Every row whose change or deletion can take a caller's rights away. */
export function rowsThatLetIn({ principal, visit, teamId = visit?.link.teamId }: LetIn): Row[] {
  const rows: Row[] = [];
  if (visit) {
    rows.push({ table: shareLinks, where: eq(shareLinks.id, visit.link.id) });
    rows.push({ table: apps, where: eq(apps.id, visit.app.id) });
  }
  if (visit?.visitor) rows.push({ table: shareVisitors, where: eq(shareVisitors.id, visit.visitor.id) });
  const accountId = principal?.account.id ?? visit?.account?.id;
  if (accountId) rows.push({ table: accounts, where: eq(accounts.id, accountId) });
  if (principal?.kind === "session") rows.push({ table: tokens, where: eq(tokens.id, principal.tokenId) });
  if (principal?.kind === "key") rows.push({ table: apiKeys, where: eq(apiKeys.id, principal.tokenId) });
  if (teamId) rows.push({ table: teams, where: eq(teams.id, teamId) });
  if (accountId && teamId) {
    const ofTeam = and(eq(teamMembers.teamId, teamId), eq(teamMembers.accountId, accountId));
    const itsOrg = sql`${orgMembers.orgId} = (select ${teams.orgId} from ${teams} where ${teams.id} = ${teamId})`;
    rows.push({ table: teamMembers, where: ofTeam });
    rows.push({ table: orgMembers, where: and(itsOrg, eq(orgMembers.accountId, accountId)) });
  }
  return rows;
}

const longestMs = 5_000;
const betweenMs = 20;

/**
 * Locks these rows until the transaction ends, as its last locks. It never waits within PostgreSQL, so that whoever holds
 * one and waits for this transaction is not caught in a deadlock. Throws 409 where a row stays locked.
 */
export async function holdRows(tx: Tx, rows: readonly Row[]): Promise<void> {
  const until = performance.now() + longestMs;
  for (const { table, where } of rows)
    while (!(await isHeld(tx, table, where))) {
      if (performance.now() > until)
        throw new AppError("conflict", "Your rights are being changed at this moment. Try again.", { retryAfter: 5 });
      await sleep(betweenMs);
    }
}

/** A row that is not there needs no lock: the check that follows sees that it is gone. */
async function isHeld(tx: Tx, table: PgTable, where: SQL | undefined): Promise<boolean> {
  const one = { one: sql`1` };
  // The team's row is deleted under FOR UPDATE alone; others may count or audit under weaker locks of it.
  const strength = table === teams ? "key share" : "share";
  const locked = await tx.select(one).from(table).where(where).for(strength, { skipLocked: true });
  if (locked.length > 0) return true;
  const there = await tx.select(one).from(table).where(where);
  return there.length === 0;
}
