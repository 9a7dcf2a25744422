import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client";
import { defineQuery } from "../../platform/db/query/define-query";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { orgMembers, orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { planColumns } from "../plans/effective-plan";
import { isApiKey } from "./api-key";
import { memberRow } from "./is-team-member";
import { findCallerMembership, type Membership, teamColumns, toMembership } from "./membership";
import {
  accountColumns,
  findPrincipal,
  hashToken,
  type Principal,
  readCredential,
  tokenColumns,
  toPrincipal,
} from "./principal";
import { requireSso } from "./required-sso";
import { readSource } from "./source";

export interface Caller {
  principal: Principal;
  /** Null for a team that does not exist, was deleted, or does not include the account. */
  membership: Membership | null;
}

const selectCaller = defineQuery<{ hash: string; slug: string | null; now: Date }>()((db, value) =>
  db
    .select({
      token: tokenColumns,
      account: accountColumns,
      team: teamColumns,
      // The first column is never null: it shows whether there is an organization.
      org: {
        id: orgs.id,
        ownerId: orgs.ownerId,
        dateCreated: orgs.dateCreated,
        ssoRequired: orgs.ssoRequired,
        ...planColumns,
      },
      orgBits: orgMembers.permissions,
      teamBits: teamMembers.permissions,
    })
    .from(tokens)
    .innerJoin(accounts, eq(accounts.id, tokens.accountId))
    .leftJoin(
      teams,
      and(eq(teams.id, sql`coalesce(${value("slug")}, ${accounts.currentTeamId})`), isNull(teams.dateDeleted)),
    )
    .leftJoin(orgs, eq(orgs.id, teams.orgId))
    .leftJoin(orgMembers, and(eq(orgMembers.orgId, orgs.id), eq(orgMembers.accountId, accounts.id)))
    .leftJoin(teamMembers, memberRow(accounts.id, teams.id))
    .where(and(eq(tokens.hash, value("hash")), eq(tokens.purpose, "session"), gt(tokens.expires, value("now")))),
);

/**
 * Returns the caller and their membership in the team with that slug, or in their current one, in one statement, because every
 * team call starts with it. Null without a session. Not cached: revocations take effect immediately.
 */
export async function findCaller(db: Db, request: Request, slug: string | undefined): Promise<Caller | null> {
  const found = readCredential(request);
  if (!found) return null;
  if (isApiKey(found.token)) return findKeyCaller(db, await findPrincipal(db, found.token, found.byCookie), slug);
  const [row] = await selectCaller(db, { hash: hashToken(found.token), slug: slug ?? null, now: new Date() });
  const principal = row && (await toPrincipal(db, row, found.byCookie, readSource(request)));
  if (!principal) return null;
  const { team, org, orgBits, teamBits } = row;
  const membership = team && org && (await toMembership(db, row.account, { team, org, orgBits, teamBits }));
  if (membership) requireSso(principal, membership);
  return { principal, membership };
}

async function findKeyCaller(db: Db, principal: Principal | null, slug: string | undefined): Promise<Caller | null> {
  const teamId = slug ?? principal?.account.currentTeamId;
  return principal && { principal, membership: teamId ? await findCallerMembership(db, principal, teamId) : null };
}
