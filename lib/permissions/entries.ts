import { Permission, type PermissionBit } from "./bits";

/**
 * Where a bit is stored: with the organization's membership, the team's, or nowhere (it follows from something else).
 */
export type Scope = "org" | "team";
type Heading = "Developer Permissions" | "Account Permissions" | "Org Permissions" | "Team Permissions";

export interface PermissionEntry {
  bit: PermissionBit;
  /** Names the bit in refusals: `Missing permission "<title>"`. */
  title: string;
  /** Label of the checkbox. */
  label: string;
  description: string;
  heading: Heading;
  /** Only has an effect together with this bit. */
  parent?: PermissionBit;
  /** Never settable in the editor. */
  blocked: boolean;
  /** Why it cannot be set, if not obvious. */
  blockedReason?: string;
  scope: Scope | "none";
}

type Row = [bit: PermissionBit, title: string, label: string, description: string];

const group = (heading: Heading, scope: Scope | "none", rows: Row[]): PermissionEntry[] =>
  rows.map(([bit, title, label, description]) => ({
    bit,
    title,
    label,
    description,
    heading,
    scope,
    blocked: scope === "none",
  }));

const developer = group("Developer Permissions", "none", [
  [Permission.ROOT, "Root", "Root", "All permissions in the account's teams, and the administration pages."],
]).map((entry) => ({ ...entry, blockedReason: "Only the server administrator can set this." }));

const account = group("Account Permissions", "none", [
  [Permission.CREATE_ORG, "Create Organization", "Create organizations", "Create new organizations."],
]).map((entry) => ({ ...entry, blockedReason: "Every account has this permission." }));

const owner = (heading: Heading, row: Row): PermissionEntry[] =>
  group(heading, "none", [row]).map((entry) => ({
    ...entry,
    blockedReason: "Transfer ownership instead.",
  }));

const org = group("Org Permissions", "org", [
  [Permission.ORG_ADMIN, "Org Admin", "Organization admin", "Manage all teams and all members of the organization."],
  [Permission.EDIT_ORG, "Edit Organization", "Edit the organization", "Rename the organization."],
  [
    Permission.DELETE_ORG,
    "Delete Organization",
    "Delete the organization",
    "Delete the organization and all its teams.",
  ],
  [Permission.CREATE_TEAM, "Create Team", "Create teams", "Create new teams in the organization."],
  [Permission.EDIT_TEAM, "Edit Team", "Edit teams", "Rename teams, and set their budgets and data retention."],
  [Permission.DELETE_TEAM, "Delete Team", "Delete teams", "Delete teams and everything in them."],
  [Permission.ADD_ORG_MEMBER, "Add Org Member", "Invite organization members", "Invite people to the organization."],
  [
    Permission.EDIT_ORG_MEMBER,
    "Edit Org Member",
    "Edit organization members",
    "Change permissions of organization members.",
  ],
  [
    Permission.REMOVE_ORG_MEMBER,
    "Remove Org Member",
    "Remove organization members",
    "Remove members and revoke invitations.",
  ],
]);

/** Create, edit and delete of one kind of resource. */
const crud = (bits: [PermissionBit, PermissionBit, PermissionBit], one: string, many: string): Row[] => {
  const things = many.toLowerCase().replaceAll(" db", " DB");
  return [
    [bits[0], `Create ${one}`, `Create ${things}`, `Create new ${things} in the team.`],
    [bits[1], `Edit ${one}`, `Edit ${things}`, `Change the team's ${things}.`],
    [bits[2], `Delete ${one}`, `Delete ${things}`, `Delete the team's ${things}.`],
  ];
};

const team = group("Team Permissions", "team", [
  [Permission.TEAM_ADMIN, "Team Admin", "Team admin", "Manage members and all resources. Can't delete apps."],
  [Permission.ADD_TEAM_MEMBER, "Add Team Member", "Invite team members", "Invite people to the team."],
  [Permission.EDIT_TEAM_MEMBER, "Edit Team Member", "Edit team members", "Change permissions of team members."],
  [
    Permission.REMOVE_TEAM_MEMBER,
    "Remove Team Member",
    "Remove team members",
    "Remove members and revoke invitations.",
  ],
  ...crud([Permission.CREATE_APP, Permission.EDIT_APP, Permission.DELETE_APP], "App", "Apps"),
  [Permission.CREATE_DEPLOYMENT, "Create Deployment", "Publish apps", "Let other programs use the team's apps."],
  [
    Permission.EDIT_DEPLOYMENT,
    "Edit Deployment",
    "Edit publications",
    "Change publications and their keys, and turn them on or off.",
  ],
  [Permission.DELETE_DEPLOYMENT, "Delete Deployment", "Delete publications", "Delete the team's publications."],
  ...crud([Permission.CREATE_AGENT, Permission.EDIT_AGENT, Permission.DELETE_AGENT], "Agent", "Agents"),
  ...crud([Permission.CREATE_MODEL, Permission.EDIT_MODEL, Permission.DELETE_MODEL], "Model", "Models"),
  ...crud([Permission.CREATE_TASK, Permission.EDIT_TASK, Permission.DELETE_TASK], "Task", "Tasks"),
  ...crud([Permission.CREATE_TOOL, Permission.EDIT_TOOL, Permission.DELETE_TOOL], "Tool", "Tools"),
  ...crud(
    [Permission.CREATE_DATASOURCE, Permission.EDIT_DATASOURCE, Permission.DELETE_DATASOURCE],
    "Data Source",
    "Data sources",
  ),
  [
    Permission.SYNC_DATASOURCE,
    "Sync Data Source",
    "Sync data sources",
    "Start and cancel syncs, and retry, exclude or include documents.",
  ],
  [Permission.UPLOAD_ASSET, "Upload Asset", "Upload assets", "Upload icons for apps, agents and tools."],
  [Permission.DELETE_ASSET, "Delete Asset", "Delete assets", "Delete uploaded icons."],
  ...crud(
    [Permission.CREATE_VARIABLE, Permission.EDIT_VARIABLE, Permission.DELETE_VARIABLE],
    "Variable or Vector DB",
    "Variables and vector DBs",
  ),
])
  .map((entry) =>
    entry.bit === Permission.DELETE_APP
      ? {
          ...entry,
          parent: Permission.ORG_OWNER,
          blocked: true,
          blockedReason: "Only the organization's owner can delete apps.",
        }
      : entry,
  )
  .sort((a, b) => a.bit - b.bit);

/** Every bit once, in the editor's order. */
export const permissionEntries: readonly PermissionEntry[] = [
  ...developer,
  ...account,
  ...owner("Org Permissions", [
    Permission.ORG_OWNER,
    "Org Owner",
    "Organization owner",
    "Do everything in the organization.",
  ]),
  ...org,
  ...owner("Team Permissions", [
    Permission.TEAM_OWNER,
    "Team Owner",
    "Team owner",
    "Do everything that team admins can, and transfer the team.",
  ]),
  ...team,
];

const byBit: ReadonlyMap<number, PermissionEntry> = new Map(permissionEntries.map((entry) => [entry.bit, entry]));

export const permissionEntry = (bit: number): PermissionEntry | undefined => byBit.get(bit);
