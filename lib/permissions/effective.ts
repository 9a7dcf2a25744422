import { allBits, Permission, type PermissionBit } from "./bits";
import { permissionEntries, type Scope } from "./entries";

export interface MemberRights {
  /** Whether the account is root; the caller has checked its membership. */
  root: boolean;
  orgOwner: boolean;
  teamOwner: boolean;
  /** As stored with the memberships; empty for no row. */
  orgBits: readonly number[];
  teamBits: readonly number[];
}

const scopeBits = (scope: Scope): ReadonlySet<number> =>
  new Set(permissionEntries.filter((entry) => entry.scope === scope).map((entry) => entry.bit));

/** The bits that each membership can store. Bits of the other scope, and ownership bits, have no effect. */
export const storedBits: Record<Scope, ReadonlySet<number>> = { org: scopeBits("org"), team: scopeBits("team") };

/** Bits for team members and team resources. Only ORG_OWNER implies deleting an app. */
const teamLevel = allBits.filter((bit) => bit >= Permission.ADD_TEAM_MEMBER && bit !== Permission.DELETE_APP);

/** The bits that a bit implies. */
const grants: ReadonlyMap<PermissionBit, readonly PermissionBit[]> = new Map<PermissionBit, PermissionBit[]>([
  [Permission.ROOT, [...allBits]],
  [
    Permission.ORG_OWNER,
    [Permission.ORG_ADMIN, Permission.TEAM_OWNER, Permission.EDIT_ORG, Permission.DELETE_ORG, Permission.DELETE_APP],
  ],
  [
    Permission.ORG_ADMIN,
    [
      Permission.CREATE_TEAM,
      Permission.EDIT_TEAM,
      Permission.DELETE_TEAM,
      Permission.ADD_ORG_MEMBER,
      Permission.EDIT_ORG_MEMBER,
      Permission.REMOVE_ORG_MEMBER,
      Permission.ADD_TEAM_MEMBER,
      Permission.EDIT_TEAM_MEMBER,
      Permission.REMOVE_TEAM_MEMBER,
    ],
  ],
  [Permission.TEAM_OWNER, teamLevel],
  [Permission.TEAM_ADMIN, teamLevel],
]);

/** Returns the broadest of the given bits that implies another one, or undefined. */
export function findInheritedFrom(bit: number, own: readonly number[]): PermissionBit | undefined {
  const reaches = (from: PermissionBit): boolean =>
    (grants.get(from) ?? []).some(
      (given) => given === bit || (given !== from && from !== Permission.ROOT && reaches(given)),
    );
  return [...grants.keys()].find((from) => from !== bit && own.includes(from) && reaches(from));
}

/** Returns the effective bits in a team, ascending, with inherited ones. */
export function effectiveBits({ root, orgOwner, teamOwner, orgBits, teamBits }: MemberRights): PermissionBit[] {
  const held = new Set<PermissionBit>();
  const add = (bit: PermissionBit): void => {
    if (held.has(bit)) return;
    held.add(bit);
    for (const given of grants.get(bit) ?? []) add(given);
  };
  add(Permission.CREATE_ORG);
  if (root) add(Permission.ROOT);
  if (orgOwner) add(Permission.ORG_OWNER);
  if (teamOwner) add(Permission.TEAM_OWNER);
  for (const entry of permissionEntries) {
    // A stored bit with a parent has no effect of its own: it is inherited from the parent.
    if (entry.scope === "none" || entry.parent !== undefined) continue;
    if ((entry.scope === "org" ? orgBits : teamBits).includes(entry.bit)) add(entry.bit);
  }
  return [...held].sort((a, b) => a - b);
}
