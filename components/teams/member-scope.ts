import { orgs } from "@/lib/contract/orgs/calls";
import { teams } from "@/lib/contract/teams/calls";
import { Permission } from "@/lib/permissions/bits";
import type { Scope } from "@/lib/permissions/entries";
import { orgRoles, type Role, teamRoles } from "@/lib/permissions/roles";

type Calls = Omit<typeof teams, "add" | "granters" | "retention" | "editRetention">;

/** The differences between the member pages of a team and of an organization. */
export interface MemberScope {
  scope: Scope;
  noun: "team" | "organization";
  calls: Calls;
  roles: readonly Role[];
  bits: { add: number; edit: number; remove: number; rename: number; transfer: number; delete: number };
}

const team: MemberScope = {
  scope: "team",
  noun: "team",
  calls: teams,
  roles: teamRoles,
  bits: {
    add: Permission.ADD_TEAM_MEMBER,
    edit: Permission.EDIT_TEAM_MEMBER,
    remove: Permission.REMOVE_TEAM_MEMBER,
    rename: Permission.EDIT_TEAM,
    transfer: Permission.TEAM_OWNER,
    delete: Permission.DELETE_TEAM,
  },
};

const org: MemberScope = {
  scope: "org",
  noun: "organization",
  // Same bodies and responses as a team's calls, except for the names of the roles.
  calls: orgs as unknown as Calls,
  roles: orgRoles,
  bits: {
    add: Permission.ADD_ORG_MEMBER,
    edit: Permission.EDIT_ORG_MEMBER,
    remove: Permission.REMOVE_ORG_MEMBER,
    rename: Permission.EDIT_ORG,
    transfer: Permission.ORG_OWNER,
    delete: Permission.DELETE_ORG,
  },
};

export const memberScopes: Record<Scope, MemberScope> = { team, org };

/** Resources to invalidate when members or the owner change. */
export const staleResources = ["accounts", "teams", "orgs", "plans"] as const;
