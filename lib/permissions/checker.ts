import { permissionEntry } from "./entries";

export interface Checker {
  has(bit: number): boolean;
  /** The sentence that refuses a caller without this bit. */
  missing(bit: number): string;
}

export const missingPermission = (bit: number): string =>
  `Missing permission "${permissionEntry(bit)?.title ?? `permission ${bit}`}"`;

/** Wraps effective bits, as `account.permissions` carries them. */
export function createChecker(bits: readonly number[]): Checker {
  const held = new Set(bits);
  return { has: (bit) => held.has(bit), missing: missingPermission };
}
