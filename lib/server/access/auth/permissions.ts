import type { Checker } from "@/lib/permissions/checker";
import { AppError } from "../../platform/errors/errors";

/** Throws 403 for the first missing permission, for additional resources that a call creates. */
export function requirePermissions({ permissions }: { permissions: Checker }, bits: readonly number[]): void {
  const missing = bits.find((bit) => !permissions.has(bit));
  if (missing !== undefined) throw new AppError("forbidden", permissions.missing(missing), { permission: missing });
}
