import { Permission } from "@/lib/permissions/bits";
import { permissionEntries } from "@/lib/permissions/entries";
import { pluralize } from "@/lib/utils/pluralize";

/** What a key may be given. ROOT is nothing for one. */
export const offered = permissionEntries.filter(({ bit }) => bit !== Permission.ROOT);
export const everything: readonly number[] = offered.map(({ bit }) => bit);

/** What a stored list of permissions comes to, in a few words. */
export const accessName = (permissions: readonly number[]): string => {
  if (permissions.length === 0) return "Reading and talking";
  if (everything.every((bit) => permissions.includes(bit))) return "All that you may";
  return pluralize(permissions.length, "permission");
};

export const titlesOf = (permissions: readonly number[]): string =>
  offered.flatMap(({ bit, title }) => (permissions.includes(bit) ? title : [])).join(", ");
