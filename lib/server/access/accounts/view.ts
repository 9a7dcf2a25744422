import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { accountResponse } from "@/lib/contract/accounts/schemas";
import type { Db } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { notFound } from "../../platform/errors/errors";
import { limitOrgsToScope, limitToScope } from "../auth/api-key";
import { findCallerMembership, findScopedMembership, listDirectPermissions, type Membership } from "../auth/membership";
import type { AccountPrincipal } from "../auth/principal";
import { lacksSso } from "../auth/required-sso";
import { createSeatError } from "../auth/seats";
import { findViewedMember } from "../auth/view-as";
import { countUnseen } from "../notifications/service";
import { explainLimit } from "../plans/limit-error";
import { getStripeIds, withoutOrg } from "../plans/plan";
import { listOauthLinks } from "./oauth-links";
import { lacksSsoOf, listOrgs } from "./queries";

/** The response of account.json: the account in the requested team, or in its current one. */
export async function viewAccount(
  db: Db,
  principal: AccountPrincipal,
  slug?: string,
  memberId?: string,
): Promise<z.input<typeof accountResponse>> {
  const { account, scope } = principal;
  const own = await findCurrentTeam(db, principal, slug);
  const member = own?.row ?? false;
  // Viewing as a member requires console access, which team managers lack.
  if (own && !member && memberId) throw notFound("This team");
  const viewed = own && memberId ? await findViewedMember(db, account.id, own, memberId) : null;
  // ROOT is visible only to its holder.
  const anywhere = limitToScope(listDirectPermissions({ root: account.root && !viewed }), scope);
  const bits = (viewed ?? own)?.bits ?? anywhere;
  const { team } = own ?? { team: null };
  const readOnly = (viewed ?? own)?.readOnly && team ? await describeMissingSeat(db, team.orgId, account.id) : null;
  return {
    csrf: principal.csrf,
    account: {
      _id: account.id,
      email: account.email,
      name: account.name,
      emailVerified: account.emailVerified,
      onboarded: account.onboarded,
      twoFactor: account.twoFactorSince !== null,
      oauth: (await listOauthLinks(db, account.id)).map(({ provider }) => provider),
      currentOrg: team?.orgId ?? (scope ? null : account.currentOrgId),
      currentTeam: team?.id ?? (scope ? null : account.currentTeamId),
      currentOrgDateCreated: team?.orgDateCreated ?? null,
      // A member without a seat keeps their permissions, without effect.
      permissions: readOnly ? anywhere : bits,
      orgs: limitOrgsToScope(await listOrgs(db, account.id), scope),
      stripe: team ? await getStripeIds(db, team.orgId) : withoutOrg,
    },
    team: team && { id: team.id, name: team.name, orgId: team.orgId, ownerId: team.ownerId, member },
    readOnly,
    seenAs: viewed && memberId ? { memberId, name: await findAccountName(db, memberId) } : null,
    notifications: await countUnseen(db, {
      accountId: account.id,
      teamId: member && team ? team.id : null,
      personal: !scope && !viewed,
    }),
  };
}

async function describeMissingSeat(db: Db, orgId: string, accountId: string): Promise<string> {
  return (await explainLimit(await createSeatError(db, orgId), accountId)).message;
}

/** The requested team must be accessible; an inaccessible current team is replaced by any other. */
async function findCurrentTeam(
  db: Db,
  principal: AccountPrincipal,
  slug: string | undefined,
): Promise<Membership | null> {
  const { account } = principal;
  if (slug) {
    const named = await findCallerMembership(db, principal, slug);
    if (!named) throw notFound("This team");
    return named;
  }
  const current = account.currentTeamId ? await findScopedMembership(db, principal, account.currentTeamId) : null;
  if (current?.row && !lacksSso(principal, current)) return current;
  const all = limitOrgsToScope(await listOrgs(db, account.id), principal.scope);
  const [first] = all.filter((org) => !lacksSsoOf(principal, org, account.id)).flatMap((org) => org.teams);
  return first ? findCallerMembership(db, principal, first.id) : null;
}

async function findAccountName(db: Db, accountId: string): Promise<string> {
  const [row] = await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId));
  return row?.name ?? "";
}
