import { orgs } from "@/lib/contract/calls/orgs";
import { teams } from "@/lib/contract/calls/teams";
import { Permission } from "@/lib/permissions/bits";
import type { Scope } from "@/lib/permissions/entries";
import { orgRoles, type Role, teamRoles } from "@/lib/permissions/roles";

type Calls = Omit<typeof teams, "add" | "granters" | "retention" | "editRetention">;

/** A team or an organisation, as the pages of both speak of it. */
export interface Place {
  scope: Scope;
  noun: "team" | "organization";
  calls: Calls;
  roles: readonly Role[];
  bits: { add: number; edit: number; remove: number; rename: number; transfer: number; delete: number };
}

const team: Place = {
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

const org: Place = {
  scope: "org",
  noun: "organization",
  // They take and answer what a team's do, but for the names of the roles.
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

export const places: Record<Scope, Place> = { team, org };

/** What changes with who is in a place, or who owns it. */
export const stale = ["accounts", "teams", "orgs", "plans"] as const;
