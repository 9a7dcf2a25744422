import { Permission, type PermissionBit } from "./bits";
import { type PermissionEntry, permissionEntries, type Scope } from "./entries";
import { roleBits, teamRoles } from "./roles";

export const permissionField = (bit: number): `permission_bit_${number}` => `permission_bit_${bit}`;

const teamRoleBits: ReadonlySet<number> = new Set(teamRoles.flatMap((role) => roleBits[role]));

/**
 * Whether someone with these effective bits can grant this one: only bits they hold themselves. A team's owner can also
 * create admins, and an organization's admin can assign team roles.
 */
export function canGrant(editor: readonly number[], bit: number): boolean {
  if (editor.includes(bit)) return true;
  if (bit === Permission.TEAM_ADMIN && editor.includes(Permission.TEAM_OWNER)) return true;
  return teamRoleBits.has(bit) && editor.includes(Permission.ORG_ADMIN);
}

/** Returns the first of `bits` that the editor cannot grant, or undefined. */
export const firstNotGrantable = (
  editor: readonly number[],
  bits: readonly PermissionBit[],
): PermissionBit | undefined => bits.find((bit) => !canGrant(editor, bit));

/** Whether the editor can change this permission of a member. `member` are the member's effective bits. */
export function canSet(entry: PermissionEntry, editor: readonly number[], member: readonly number[]): boolean {
  if (entry.blocked) return false;
  if (entry.parent !== undefined && !member.includes(entry.parent)) return false;
  return canGrant(editor, entry.bit);
}

export interface Edit {
  scope: Scope;
  /** Effective bits of the editor. */
  editor: readonly number[];
  /** Effective bits of the edited member. */
  member: readonly number[];
  /** What is stored for the edited person in this scope. */
  stored: readonly number[];
}

function replaceEditable(edit: Edit, wanted: (bit: PermissionBit) => boolean): number[] {
  const next = new Set(edit.stored);
  for (const entry of permissionEntries) {
    if (entry.scope !== edit.scope || !canSet(entry, edit.editor, edit.member)) continue;
    if (wanted(entry.bit)) next.add(entry.bit);
    else next.delete(entry.bit);
  }
  return [...next].sort((a, b) => a - b);
}

/**
 * Returns the bits to store after a form with `permission_bit_{n}` fields: present sets, absent clears, others stay.
 */
export function applyForm(edit: Edit, form: Readonly<Record<string, unknown>>): number[] {
  return replaceEditable(edit, (bit) => {
    const value = Object.hasOwn(form, permissionField(bit)) ? form[permissionField(bit)] : undefined;
    return value !== undefined && value !== null && value !== false;
  });
}

/** Returns the bits to store for a role. Check `firstNotGrantable` first. */
export function applyRole(edit: Edit, bits: readonly PermissionBit[]): number[] {
  return replaceEditable(edit, (bit) => bits.includes(bit));
}
