import { and, arrayOverlaps, asc, eq, isNotNull, or, sql } from "drizzle-orm";
import type { BudgetScope } from "@/lib/constants/budgets";
import { Permission } from "@/lib/permissions/bits";
import { effectiveBits } from "@/lib/permissions/effective";
import { memberRow } from "../../access/auth/is-team-member";
import type { Reader } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { apps } from "../../platform/db/tables/apps";
import { publicationKeys, publications } from "../../platform/db/tables/publications";
import { orgMembers, orgs, teamMembers, teams } from "../../platform/db/tables/teams";

/** The subject of a budget: an app, organization, API key, publication or its key. */
export interface BudgetSubject {
  scope: BudgetScope;
  id: string;
  /** The app's team; for an organization or an API key, any team that shows it. */
  teamId: string | null;
}

/** The permissions that allow changing a budget. An API key's budget can be changed only by its owner. */
export const budgetPermissions = {
  org: Permission.ORG_ADMIN,
  team: Permission.EDIT_TEAM,
  app: Permission.EDIT_APP,
  publication: Permission.EDIT_DEPLOYMENT,
  publicationKey: Permission.EDIT_DEPLOYMENT,
} as const;

/** Limit on members checked for permission, owners first, then by name. */
const maxCandidates = 200;

interface BudgetManager {
  id: string;
  name: string;
}

export async function listBudgetManagers(db: Reader, { scope, id, teamId }: BudgetSubject): Promise<BudgetManager[]> {
  if (scope === "key")
    return db
      .select({ id: accounts.id, name: accounts.name })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
      .where(eq(apiKeys.id, id));
  if (teamId === null) return [];
  const isAdmin = (bits: readonly number[]) =>
    bits.includes(Permission.TEAM_ADMIN) || bits.includes(Permission.TEAM_OWNER);
  const appId = scope === "app" ? id : await findPublishedApp(db, { scope, id });
  const restrictedApp = appId ? await findPrivateApp(db, teamId, appId) : undefined;
  return (await listCandidates(db, teamId))
    .filter(({ bits, inTeam }) => bits.includes(budgetPermissions[scope]) && (scope === "org" || inTeam))
    .filter((one) => !restrictedApp || one.id === restrictedApp.createdBy || isAdmin(one.bits))
    .map(({ id, name }) => ({ id, name }));
}

/** The app of a publication or its key. */
export async function findPublishedApp(
  db: Reader,
  { scope, id }: Pick<BudgetSubject, "scope" | "id">,
): Promise<string | undefined> {
  if (scope !== "publication" && scope !== "publicationKey") return undefined;
  const [row] = await db
    .select({ appId: publications.appId })
    .from(publications)
    .leftJoin(publicationKeys, eq(publicationKeys.publicationId, publications.id))
    .where(eq(scope === "publication" ? publications.id : publicationKeys.id, id))
    .limit(1);
  return row?.appId;
}

/** A private app can be changed only by its creator and team admins. */
async function findPrivateApp(db: Reader, teamId: string, appId: string) {
  const isPrivate = sql`${apps.sharingConfig}->>'mode' = 'private'`;
  const [app] = await db
    .select({ createdBy: apps.createdBy })
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.id, appId), isPrivate));
  return app;
}

/** Accounts that hold any of the permissions, in the team or its organization. */
async function listCandidates(db: Reader, teamId: string) {
  const owner = or(eq(accounts.id, teams.ownerId), eq(accounts.id, orgs.ownerId));
  const rows = await db
    .select({
      id: accounts.id,
      name: accounts.name,
      teamOwner: teams.ownerId,
      orgOwner: orgs.ownerId,
      orgBits: orgMembers.permissions,
      teamBits: teamMembers.permissions,
    })
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .innerJoin(orgMembers, eq(orgMembers.orgId, orgs.id))
    .innerJoin(accounts, eq(accounts.id, orgMembers.accountId))
    .leftJoin(teamMembers, memberRow(accounts.id, teams.id))
    .where(
      and(
        eq(teams.id, teamId),
        or(
          owner,
          arrayOverlaps(orgMembers.permissions, [Permission.ORG_ADMIN, Permission.EDIT_TEAM]),
          and(
            isNotNull(teamMembers.accountId),
            arrayOverlaps(teamMembers.permissions, [
              Permission.TEAM_ADMIN,
              Permission.EDIT_APP,
              Permission.EDIT_DEPLOYMENT,
            ]),
          ),
        ),
      ),
    )
    .orderBy(sql`(${owner}) desc`, asc(accounts.name), asc(accounts.id))
    .limit(maxCandidates);
  return rows.map(({ id, name, teamOwner, orgOwner, orgBits, teamBits }) => ({
    id,
    name,
    inTeam: teamBits !== null || id === teamOwner || id === orgOwner,
    bits: effectiveBits({
      root: false,
      orgOwner: id === orgOwner,
      teamOwner: id === teamOwner,
      orgBits,
      teamBits: teamBits ?? [],
    }) as readonly number[],
  }));
}
