import { Permission } from "./bits";
import { permissionEntry } from "./entries";

export interface Checker {
  has(bit: number): boolean;
  /** The error message for a caller without this bit. */
  missing(bit: number): string;
}

export const missingPermission = (bit: number): string =>
  `Missing permission "${permissionEntry(bit)?.title ?? `permission ${bit}`}"`;

/** Creates a checker for effective bits, as in `account.permissions`. */
export function createChecker(bits: readonly number[]): Checker {
  const held = new Set(bits);
  return { has: (bit) => held.has(bit), missing: missingPermission };
}

const ownerBits: readonly number[] = [Permission.ORG_ADMIN, Permission.EDIT_ORG, Permission.DELETE_ORG];

/** Returns who can grant a missing permission, by name if known. */
export function describeGranters(bit: number, names: readonly string[] = []): string {
  const entry = permissionEntry(bit);
  if (entry?.blockedReason) return entry.blockedReason;
  if (names.length > 0) return `Ask ${new Intl.ListFormat("en", { type: "disjunction" }).format(names)}.`;
  if (ownerBits.includes(bit)) return "Ask the organization's owner.";
  return entry?.scope === "org" ? "Ask an organization admin." : "Ask a team admin.";
}
