import { Permission, type PermissionBit } from "./bits";
import { effectiveBits } from "./effective";
import type { Scope } from "./entries";

export const teamRoles = ["Team Member", "Team Admin"] as const;
export const orgRoles = ["Org Member", "Org Admin"] as const;
export type TeamRole = (typeof teamRoles)[number];
type OrgRole = (typeof orgRoles)[number];
export type Role = TeamRole | OrgRole;
/** `Custom` is only shown; it cannot be assigned. */
type ShownRole = Role | "Custom";

/** The bits that each role stores. Deleting apps is left out, as it has no effect when stored. */
export const roleBits: Record<Role, readonly PermissionBit[]> = {
  "Team Member": [
    Permission.CREATE_APP,
    Permission.EDIT_APP,
    Permission.CREATE_AGENT,
    Permission.EDIT_AGENT,
    Permission.DELETE_AGENT,
    Permission.CREATE_TASK,
    Permission.EDIT_TASK,
    Permission.DELETE_TASK,
    Permission.CREATE_TOOL,
    Permission.EDIT_TOOL,
    Permission.DELETE_TOOL,
    Permission.CREATE_DATASOURCE,
    Permission.EDIT_DATASOURCE,
    Permission.SYNC_DATASOURCE,
    Permission.DELETE_DATASOURCE,
    Permission.UPLOAD_ASSET,
    Permission.DELETE_ASSET,
    Permission.CREATE_VARIABLE,
    Permission.EDIT_VARIABLE,
    Permission.DELETE_VARIABLE,
  ],
  "Team Admin": [Permission.TEAM_ADMIN],
  "Org Member": [],
  "Org Admin": [Permission.ORG_ADMIN],
};

const toEffect = (scope: Scope, bits: readonly number[]): string =>
  effectiveBits({
    root: false,
    orgOwner: false,
    teamOwner: false,
    orgBits: scope === "org" ? bits : [],
    teamBits: scope === "team" ? bits : [],
  }).join();

/** Returns the role with exactly the effect of the stored bits, else `Custom`. */
export function roleName(scope: Scope, stored: readonly number[]): ShownRole {
  const roles: readonly Role[] = scope === "org" ? orgRoles : teamRoles;
  const found = toEffect(scope, stored);
  return roles.find((role) => toEffect(scope, roleBits[role]) === found) ?? "Custom";
}
