import { and, arrayOverlaps, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import type { BudgetScope } from "@/lib/constants/budgets";
import { Permission } from "@/lib/permissions/bits";
import { effectiveBits } from "@/lib/permissions/effective";
import { accounts } from "../accounts/table";
import { apiKeys } from "../apikeys/table";
import { apps } from "../apps/table";
import type { Db } from "../db/client";
import { orgMembers, orgs, teamMembers, teams } from "../teams/table";

type Reader = Pick<Db, "select">;

/** What a budget is of. */
export interface Subject {
  scope: BudgetScope;
  id: string;
  /** The app's; for an organisation or a key any team from which it is looked at. */
  teamId: string | null;
}

/** Who may change a budget; of an API key its owner alone. */
export const budgetBits = {
  org: Permission.ORG_ADMIN,
  team: Permission.EDIT_TEAM,
  app: Permission.EDIT_APP,
} as const;

/** Of so many people it is looked who can change it, owners first, then by name. */
const lookedAt = 200;

export interface Changer {
  id: string;
  name: string;
}

export async function changersOf(db: Reader, { scope, id, teamId }: Subject): Promise<Changer[]> {
  if (scope === "key")
    return db
      .select({ id: accounts.id, name: accounts.name })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
      .where(eq(apiKeys.id, id));
  if (teamId === null) return [];
  const admin = (bits: readonly number[]) =>
    bits.includes(Permission.TEAM_ADMIN) || bits.includes(Permission.TEAM_OWNER);
  const hidden = scope === "app" ? await privateApp(db, teamId, id) : undefined;
  return (await candidates(db, teamId))
    .filter(({ bits, inTeam }) => bits.includes(budgetBits[scope]) && (scope === "org" || inTeam))
    .filter((one) => !hidden || one.id === hidden.createdBy || admin(one.bits))
    .map(({ id, name }) => ({ id, name }));
}

/** An app that is private is changed by its creator and team admins only. */
async function privateApp(db: Reader, teamId: string, appId: string) {
  const isPrivate = sql`${apps.sharingConfig}->>'mode' = 'private'`;
  const [app] = await db
    .select({ createdBy: apps.createdBy })
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.id, appId), isPrivate));
  return app;
}

/** Who holds any of the bits in question, in the team or its organisation. */
async function candidates(db: Reader, teamId: string) {
  const owner = or(eq(accounts.id, teams.ownerId), eq(accounts.id, orgs.ownerId));
  const rows = await db
    .select({
      ...{ id: accounts.id, name: accounts.name, teamOwner: teams.ownerId, orgOwner: orgs.ownerId },
      ...{ orgBits: orgMembers.permissions, teamBits: teamMembers.permissions },
    })
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .innerJoin(orgMembers, eq(orgMembers.orgId, orgs.id))
    .innerJoin(accounts, eq(accounts.id, orgMembers.accountId))
    .leftJoin(teamMembers, and(eq(teamMembers.teamId, teams.id), eq(teamMembers.accountId, accounts.id)))
    .where(
      and(
        eq(teams.id, teamId),
        or(
          owner,
          arrayOverlaps(orgMembers.permissions, [Permission.ORG_ADMIN, Permission.EDIT_TEAM]),
          and(
            isNotNull(teamMembers.accountId),
            arrayOverlaps(teamMembers.permissions, [Permission.TEAM_ADMIN, Permission.EDIT_APP]),
          ),
        ),
      ),
    )
    .orderBy(sql`(${owner}) desc`, asc(accounts.name), asc(accounts.id))
    .limit(lookedAt);
  return rows.map(({ id, name, teamOwner, orgOwner, orgBits, teamBits }) => ({
    ...{ id, name, inTeam: teamBits !== null || id === teamOwner || id === orgOwner },
    bits: effectiveBits({
      ...{ root: false, orgOwner: id === orgOwner, teamOwner: id === teamOwner },
      ...{ orgBits, teamBits: teamBits ?? [] },
    }) as readonly number[],
  }));
}
