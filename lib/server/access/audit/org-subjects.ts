import { and, eq, isNull } from "drizzle-orm";
import { permissionEntry } from "@/lib/permissions/entries";
import { roleName } from "@/lib/permissions/roles";
import type { Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import type { Fields } from "../../platform/db/tables/audit";
import { invites } from "../../platform/db/tables/invites";
import { orgMembers, orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { type AuditedCall, type Reader, type Snapshot, toSnapshot } from "./subject";

type Scope = "team" | "org";

/** Entries about an organization have no team, regardless of the team whose page was used. */
const toScopedSnapshot = (scope: Scope, found: Omit<Snapshot, "exact">): Snapshot => ({
  ...(scope === "org" && { teamId: null }),
  ...found,
  exact: found.shown,
});

export const team: Reader = async (tx, { orgId }, id) => {
  const own = and(eq(teams.id, id), eq(teams.orgId, orgId ?? ""), isNull(teams.dateDeleted));
  const [row] = await tx.select().from(teams).where(own).for("no key update");
  return row ? { ...toSnapshot(row), teamId: row.id } : null;
};

/** A call that creates an organization does not have one yet. */
export const org: Reader = async (tx, { orgId }, id) => {
  const own = and(eq(orgs.id, orgId ?? id), eq(orgs.id, id), isNull(orgs.dateDeleted));
  const [row] = await tx.select().from(orgs).where(own).for("no key update");
  return row ? { ...toSnapshot(row), teamId: null } : null;
};

/** Takes the membership lock early, to avoid deadlocks. */
const lockScope = (scope: Scope, tx: Tx, call: AuditedCall): Promise<Snapshot | null> =>
  scope === "team" ? team(tx, call, call.teamId ?? "") : org(tx, call, call.orgId ?? "");

const getOwnerId = ({ exact }: Snapshot) => (exact as { ownerId?: string }).ownerId;

/** The owner of the call's team or organization. */
export const ownerFinder = (scope: Scope) => async (call: AuditedCall, tx: Tx) => {
  const place = await lockScope(scope, tx, call);
  return place ? getOwnerId(place) : undefined;
};

const permissionName = (bit: number): string => permissionEntry(bit)?.title ?? `${bit}`;
const person = { id: accounts.id, name: accounts.name, email: accounts.email };

/** A member of the call's team or organization, with permissions. */
export const memberReader =
  (scope: Scope): Reader =>
  async (tx, call, accountId) => {
    const place = await lockScope(scope, tx, call);
    if (!place) return null;
    const ofPerson = eq(accounts.id, accountId);
    const [row] =
      scope === "team"
        ? await tx
            .select({ ...person, permissions: teamMembers.permissions })
            .from(teamMembers)
            .innerJoin(accounts, eq(accounts.id, teamMembers.accountId))
            .where(and(eq(teamMembers.teamId, place.id), ofPerson))
        : await tx
            .select({ ...person, permissions: orgMembers.permissions })
            .from(orgMembers)
            .innerJoin(accounts, eq(accounts.id, orgMembers.accountId))
            .where(and(eq(orgMembers.orgId, place.id), ofPerson));
    if (!row) return null;
    return toMemberSnapshot(scope, row, row.permissions, getOwnerId(place) === row.id);
  };

/** A member with these permissions. */
export function toMemberSnapshot(
  scope: Scope,
  { id, name, email }: Pick<typeof accounts.$inferSelect, "id" | "name" | "email">,
  permissions: readonly number[],
  isOwner = false,
): Snapshot {
  const role = isOwner ? "Owner" : roleName(scope, permissions);
  return toScopedSnapshot(scope, { id, name, shown: { email, role, permissions: permissions.map(permissionName) } });
}

type InviteRow = typeof invites.$inferSelect;

function toInviteSnapshot(scope: Scope, { id, name, email, role, invitedBy, expires }: InviteRow): Snapshot {
  const shown: Fields = { email, role, invitedBy, expires: expires.toISOString() };
  return toScopedSnapshot(scope, { kind: "invite", id, name, shown });
}

const matchesInvites = (scope: Scope, { orgId, teamId }: AuditedCall) =>
  and(eq(invites.orgId, orgId ?? ""), scope === "team" ? eq(invites.teamId, teamId ?? "") : isNull(invites.teamId));

/** An invite to the call's team or organization. Token hashes are not recorded. */
export const invite =
  (scope: Scope): Reader =>
  async (tx, call, id) => {
    const [row] = await tx
      .select()
      .from(invites)
      .where(and(matchesInvites(scope, call), eq(invites.id, id)));
    return row ? toInviteSnapshot(scope, row) : null;
  };

/** The target of a removal: a member by id, an invite by address, or a member by address. */
export const removedReader =
  (scope: Scope): Reader =>
  async (tx, call, named) => {
    if (!named.includes("@")) return memberReader(scope)(tx, call, named);
    await lockScope(scope, tx, call);
    const [open] = await tx
      .select()
      .from(invites)
      .where(and(matchesInvites(scope, call), eq(invites.email, named)));
    if (open) return toInviteSnapshot(scope, open);
    const [account] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, named));
    return account ? memberReader(scope)(tx, call, account.id) : null;
  };
