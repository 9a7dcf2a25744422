import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { accountAnswer } from "@/lib/contract/accounts";
import { teamsInScope, withinScope } from "../auth/api-key";
import { type Membership, membershipFor, ownBits } from "../auth/membership";
import type { Principal } from "../auth/principal";
import { overSeatsError } from "../auth/seats";
import { memberSeen } from "../auth/seen-as";
import { explained } from "../billing/limit-error";
import { stripeOf, withoutOrg } from "../billing/plan";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import { unseenOf } from "../notifications/service";
import { linksOf } from "./oauth-links";
import { orgsOf } from "./queries";
import { accounts } from "./table";

/** What account.json answers: the account as it stands in the team asked for, else in its current one. */
export async function viewAccount(
  db: Db,
  principal: Principal,
  slug?: string,
  memberId?: string,
): Promise<z.input<typeof accountAnswer>> {
  const { account, scope } = principal;
  const own = await teamFor(db, principal, slug);
  const member = own?.row ?? false;
  // Seeing the console as a member needs a console: who only manages the team has none there.
  if (own && !member && memberId) throw notFound("This team");
  const seen = own && memberId ? await memberSeen(db, account.id, own, memberId) : null;
  // ROOT is nobody's whose eyes are borrowed.
  const anywhere = withinScope(ownBits({ root: account.root && !seen }), scope);
  const bits = (seen ?? own)?.bits ?? anywhere;
  const { team } = own ?? { team: null };
  const readOnly = (seen ?? own)?.readOnly && team ? await seatSentence(db, team.orgId, account.id) : null;
  return {
    csrf: principal.csrf,
    account: {
      _id: account.id,
      email: account.email,
      name: account.name,
      emailVerified: account.emailVerified,
      onboarded: account.onboarded,
      twoFactor: account.twoFactorSince !== null,
      oauth: (await linksOf(db, account.id)).map(({ provider }) => provider),
      currentOrg: team?.orgId ?? (scope ? null : account.currentOrgId),
      currentTeam: team?.id ?? (scope ? null : account.currentTeamId),
      currentOrgDateCreated: team?.orgDateCreated ?? null,
      // A member without a seat keeps their bits, and nothing comes of them.
      permissions: readOnly ? anywhere : bits,
      orgs: teamsInScope(await orgsOf(db, account.id), scope),
      stripe: team ? await stripeOf(db, team.orgId) : withoutOrg,
    },
    team: team && { id: team.id, name: team.name, orgId: team.orgId, ownerId: team.ownerId, member },
    readOnly,
    seenAs: seen && memberId ? { memberId, name: await nameOf(db, memberId) } : null,
    notifications: await unseenOf(db, {
      accountId: account.id,
      teamId: member && team ? team.id : null,
      personal: !scope && !seen,
    }),
  };
}

async function seatSentence(db: Db, orgId: string, accountId: string): Promise<string> {
  return (await explained(await overSeatsError(db, orgId), accountId)).message;
}

/** A team named in the query must be one's own or one that is managed; a current team that is gone gives way to any other. */
async function teamFor(db: Db, principal: Principal, slug: string | undefined): Promise<Membership | null> {
  const { account } = principal;
  if (slug) {
    const named = await membershipFor(db, principal, slug);
    if (!named) throw notFound("This team");
    return named;
  }
  const current = account.currentTeamId ? await membershipFor(db, principal, account.currentTeamId) : null;
  if (current?.row) return current;
  const [first] = teamsInScope(await orgsOf(db, account.id), principal.scope).flatMap((org) => org.teams);
  return first ? membershipFor(db, principal, first.id) : null;
}

async function nameOf(db: Db, accountId: string): Promise<string> {
  const [row] = await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId));
  return row?.name ?? "";
}
