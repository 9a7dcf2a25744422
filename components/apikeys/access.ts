import { Permission } from "@/lib/permissions/bits";
import { permissionEntries } from "@/lib/permissions/entries";
import { pluralize } from "@/lib/utils/text/pluralize";

/** Permissions that an API key can have: all but ROOT. */
export const grantablePermissions = permissionEntries.filter(({ bit }) => bit !== Permission.ROOT);
export const allGrantableBits: readonly number[] = grantablePermissions.map(({ bit }) => bit);

/** Returns a short label for a list of permissions. */
export const accessLabel = (permissions: readonly number[]): string => {
  if (permissions.length === 0) return "Read and chat";
  if (allGrantableBits.every((bit) => permissions.includes(bit))) return "Full access";
  return pluralize(permissions.length, "permission");
};

export const permissionTitles = (permissions: readonly number[]): string =>
  grantablePermissions.flatMap(({ bit, title }) => (permissions.includes(bit) ? title : [])).join(", ");
