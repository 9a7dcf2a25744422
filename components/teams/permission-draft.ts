import type { Member } from "@/lib/contract/members";
import { Permission } from "@/lib/permissions/bits";
import { maySet } from "@/lib/permissions/editor";
import { effectiveBits, inheritedFrom } from "@/lib/permissions/effective";
import { type PermissionEntry, permissionEntries, permissionEntry, type Scope } from "@/lib/permissions/entries";

/** A permission as the editor shows it. */
export interface Line {
  entry: PermissionEntry;
  /** In the draft. */
  set: boolean;
  /** Held, by the draft or by what comes with something else. */
  held: boolean;
  /** Where it comes from when it is not set by itself. */
  from: string | undefined;
  /** Why it cannot be changed. */
  why: string | undefined;
}

export interface Group {
  /** Undefined for permissions that stand alone under their heading. */
  name: string | undefined;
  lines: Line[];
}

export interface Section {
  heading: string;
  groups: Group[];
}

/** Bits of the organisation's membership, which a team's form does not set but which count in the team. */
const orgBitsOf = ({ effective }: Member): number[] =>
  permissionEntries.filter(({ scope, bit }) => scope === "org" && effective.includes(bit)).map(({ bit }) => bit);

const ownerships: readonly number[] = [Permission.ORG_OWNER, Permission.TEAM_OWNER];

/** What a member would hold with these stored bits. */
export function heldWith(member: Member, scope: Scope, draft: readonly number[]): readonly number[] {
  if (member.effective.some((bit) => ownerships.includes(bit))) return member.effective;
  return effectiveBits({
    ...{ root: false, orgOwner: false, teamOwner: false },
    orgBits: scope === "org" ? draft : orgBitsOf(member),
    teamBits: scope === "team" ? draft : [],
  });
}

/** Empty where the page says it for all. */
function reasonAgainst(
  entry: PermissionEntry,
  scope: Scope,
  editor: readonly number[] | null,
  held: readonly number[],
) {
  if (entry.blocked) return entry.blockedReason ?? "This cannot be set.";
  if (entry.scope !== scope) return `Set on the page of the ${entry.scope === "org" ? "organization" : "team"}.`;
  if (editor === null) return "";
  if (maySet(entry, editor, held)) return undefined;
  return `You do not hold this permission, so you cannot hand it on or take it away.`;
}

/** The last words of a label name the resource: "Create apps" and "Edit apps" stand together. */
function groupOf({ label, heading, bit }: PermissionEntry): string | undefined {
  const admin: number[] = [Permission.ORG_OWNER, Permission.ORG_ADMIN, Permission.TEAM_OWNER, Permission.TEAM_ADMIN];
  if (admin.includes(bit) || !/^(Org|Team)/.test(heading)) return undefined;
  const things = label.replace(/^\S+ (the )?/, "").replace(/^organization$/, "organizations");
  return things.charAt(0).toUpperCase() + things.slice(1);
}

const matches = ({ label, title, description }: PermissionEntry, search: string): boolean =>
  [label, title, description].some((text) => text.toLowerCase().includes(search));

/** Every permission under its heading, as it stands in the draft. Without an editor nothing can be changed. */
export function sectionsOf(
  member: Member,
  scope: Scope,
  editor: readonly number[] | null,
  draft: readonly number[],
  search: string,
): Section[] {
  const held = heldWith(member, scope, draft);
  const owned = member.effective.filter((bit) => ownerships.includes(bit));
  const own = [...draft, ...owned, ...(scope === "team" ? orgBitsOf(member) : [])];
  const sections: Section[] = [];
  for (const entry of permissionEntries) {
    if (!matches(entry, search.trim().toLowerCase())) continue;
    const set = draft.includes(entry.bit);
    const source = set ? undefined : inheritedFrom(entry.bit, own);
    const line: Line = {
      entry,
      set,
      held: held.includes(entry.bit),
      from: source === undefined ? undefined : permissionEntry(source)?.label,
      why: reasonAgainst(entry, scope, editor, held),
    };
    const section = sections.find(({ heading }) => heading === entry.heading) ?? { heading: entry.heading, groups: [] };
    if (!sections.includes(section)) sections.push(section);
    const name = groupOf(entry);
    const group = section.groups.find((one) => one.name !== undefined && one.name === name);
    if (group) group.lines.push(line);
    else section.groups.push({ name, lines: [line] });
  }
  return sections;
}

export const labelOf = (bit: number): string => permissionEntry(bit)?.label ?? `Permission ${bit}`;
