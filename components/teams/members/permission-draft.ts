import type { Member } from "@/lib/contract/teams/members";
import { Permission } from "@/lib/permissions/bits";
import { canSet } from "@/lib/permissions/editor";
import { effectiveBits, findInheritedFrom } from "@/lib/permissions/effective";
import { type PermissionEntry, permissionEntries, permissionEntry, type Scope } from "@/lib/permissions/entries";
import { capitalize } from "@/lib/utils/text/capitalize";

/** A permission in the editor. */
export interface PermissionLine {
  entry: PermissionEntry;
  /** Set in the draft. */
  set: boolean;
  /** Effective: set in the draft, or inherited. */
  effective: boolean;
  /** What it is inherited from, if it is not set itself. */
  from: string | undefined;
  /** Why it cannot be changed. */
  disabledReason: string | undefined;
}

interface PermissionGroup {
  /** Undefined for permissions without a group. */
  name: string | undefined;
  lines: PermissionLine[];
}

export interface PermissionSection {
  heading: string;
  groups: PermissionGroup[];
}

/** Bits of the organization's membership, which a team's form does not set but which count in the team. */
const orgBits = ({ effective }: Member): number[] =>
  permissionEntries.filter(({ scope, bit }) => scope === "org" && effective.includes(bit)).map(({ bit }) => bit);

const ownerships: readonly number[] = [Permission.ORG_OWNER, Permission.TEAM_OWNER];

/** Returns the effective bits of a member who has these stored bits. */
export function withInherited(member: Member, scope: Scope, draft: readonly number[]): readonly number[] {
  if (member.effective.some((bit) => ownerships.includes(bit))) return member.effective;
  return effectiveBits({
    root: false,
    orgOwner: false,
    teamOwner: false,
    orgBits: scope === "org" ? draft : orgBits(member),
    teamBits: scope === "team" ? draft : [],
  });
}

/** Returns why a bit cannot be changed; an empty string if the page already explains it. */
function findLockReason(
  entry: PermissionEntry,
  scope: Scope,
  editor: readonly number[] | null,
  effectiveBits: readonly number[],
) {
  if (entry.blocked) return entry.blockedReason ?? "Can't be changed.";
  if (entry.scope !== scope) return `Set this on the ${entry.scope === "org" ? "organization" : "team"} page.`;
  if (editor === null) return "";
  if (canSet(entry, editor, effectiveBits)) return undefined;
  return "You don't have this permission, so you can't grant or remove it.";
}

/** Returns the resource in a label, which groups "Create apps" with "Edit apps". */
function groupName({ label, heading, bit }: PermissionEntry): string | undefined {
  const admin: number[] = [Permission.ORG_OWNER, Permission.ORG_ADMIN, Permission.TEAM_OWNER, Permission.TEAM_ADMIN];
  if (admin.includes(bit) || !/^(Org|Team)/.test(heading)) return undefined;
  return capitalize(label.replace(/^\S+ (the )?/, "").replace(/^organization$/, "organizations"));
}

/** The columns of the matrix. */
export const permissionActions = ["Create", "Edit", "Sync", "Delete"] as const;

const columns: Record<string, (typeof permissionActions)[number]> = {
  Invite: "Create",
  Upload: "Create",
  Remove: "Delete",
};

/** Returns the column of a permission, by the verb of its label. */
export function actionOf({ entry: { label } }: PermissionLine): string {
  const [verb = ""] = label.split(" ");
  return columns[verb] ?? verb;
}

const matches = ({ label, title, description }: PermissionEntry, search: string): boolean =>
  [label, title, description].some((text) => text.toLowerCase().includes(search));

/** Builds the editor's sections from the draft. Without an editor nothing can be changed. */
export function buildSections(
  member: Member,
  scope: Scope,
  editor: readonly number[] | null,
  draft: readonly number[],
  search: string,
): PermissionSection[] {
  const effectiveBits = withInherited(member, scope, draft);
  const owned = member.effective.filter((bit) => ownerships.includes(bit));
  const own = [...draft, ...owned, ...(scope === "team" ? orgBits(member) : [])];
  const sections: PermissionSection[] = [];
  for (const entry of permissionEntries) {
    if (!matches(entry, search.trim().toLowerCase())) continue;
    const set = draft.includes(entry.bit);
    const source = set ? undefined : findInheritedFrom(entry.bit, own);
    const line: PermissionLine = {
      entry,
      set,
      effective: effectiveBits.includes(entry.bit),
      from: source === undefined ? undefined : permissionEntry(source)?.label,
      disabledReason: findLockReason(entry, scope, editor, effectiveBits),
    };
    const section = sections.find(({ heading }) => heading === entry.heading) ?? { heading: entry.heading, groups: [] };
    if (!sections.includes(section)) sections.push(section);
    const name = groupName(entry);
    const group = section.groups.find((one) => one.name !== undefined && one.name === name);
    if (group) group.lines.push(line);
    else section.groups.push({ name, lines: [line] });
  }
  const isOwn = ({ heading }: PermissionSection) => heading.toLowerCase().startsWith(scope);
  return [...sections.filter(isOwn), ...sections.filter((section) => !isOwn(section))];
}

export const permissionLabel = (bit: number): string => permissionEntry(bit)?.label ?? `Permission ${bit}`;
