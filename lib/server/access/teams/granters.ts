import { and, arrayOverlaps, asc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import { Permission } from "@/lib/permissions/bits";
import type { Checker } from "@/lib/permissions/checker";
import { canGrant } from "@/lib/permissions/editor";
import { effectiveBits } from "@/lib/permissions/effective";
import { permissionEntries } from "@/lib/permissions/entries";
import type { Db } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { orgMembers, teamMembers } from "../../platform/db/tables/teams";
import { memberRow } from "../auth/is-team-member";
import type { TeamContext } from "../auth/membership";

/** Maximum number of members whose permissions are checked: owners first, then by name. */
const maxChecked = 200;
const maxNamed = 3;

const editPermissions = { team: Permission.EDIT_TEAM_MEMBER, org: Permission.EDIT_ORG_MEMBER } as const;

/** Other members of the team or its organization who may edit members there. */
async function listEditors(db: Db, team: TeamContext, accountId: string) {
  const owner = or(eq(accounts.id, team.ownerId), eq(accounts.id, team.orgOwnerId));
  const rows = await db
    .select({
      id: accounts.id,
      name: accounts.name,
      orgBits: orgMembers.permissions,
      teamBits: teamMembers.permissions,
    })
    .from(accounts)
    .leftJoin(orgMembers, and(eq(orgMembers.orgId, team.orgId), eq(orgMembers.accountId, accounts.id)))
    .leftJoin(teamMembers, memberRow(accounts.id, team.id))
    .where(
      and(
        ne(accounts.id, accountId),
        or(isNotNull(orgMembers.accountId), isNotNull(teamMembers.accountId)),
        or(
          owner,
          arrayOverlaps(orgMembers.permissions, [Permission.ORG_ADMIN, Permission.EDIT_ORG_MEMBER]),
          arrayOverlaps(teamMembers.permissions, [Permission.TEAM_ADMIN, Permission.EDIT_TEAM_MEMBER]),
        ),
      ),
    )
    .orderBy(sql`(${owner}) desc`, asc(accounts.name), asc(accounts.id))
    .limit(maxChecked);
  return rows.map(({ id, name, orgBits, teamBits }) => {
    const bits = effectiveBits({
      root: false,
      orgOwner: id === team.orgOwnerId,
      teamOwner: id === team.ownerId,
      orgBits: orgBits ?? [],
      teamBits: teamBits ?? [],
    });
    return { name, bits };
  });
}

/** For each missing permission that can be granted, up to three people who can grant it. */
export async function listGranters(
  db: Db,
  team: TeamContext,
  accountId: string,
  held: Checker,
): Promise<Record<string, string[]>> {
  const editors = await listEditors(db, team, accountId);
  const found: Record<string, string[]> = {};
  for (const { bit, scope, blocked } of permissionEntries) {
    if (scope === "none" || blocked || held.has(bit)) continue;
    const grantable = editors.filter(({ bits }) => bits.includes(editPermissions[scope]) && canGrant(bits, bit));
    if (grantable.length > 0) found[bit] = grantable.slice(0, maxNamed).map(({ name }) => name);
  }
  return found;
}
