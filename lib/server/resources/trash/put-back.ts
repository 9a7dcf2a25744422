import { isDeepStrictEqual } from "node:util";
import type { Reference } from "../references/resource";

type Holds = Reference["holds"];
type Entry = Record<string, unknown>;

/** The ids in a column. */
export function listReferredIds(holds: Holds, value: unknown): string[] {
  if (!value) return [];
  if (holds === "id") return [value as string];
  if (holds === "ids") return value as string[];
  if (holds === "keys") return Object.keys(value as Entry);
  if (typeof holds !== "object") return [];
  return (value as Entry[]).flatMap(({ [holds.field]: id }) => (id ? [id as string] : []));
}

/** Returns a column's value with the id where it was before, unless something else is there now. */
export function findPutBack(holds: Holds, now: unknown, before: unknown, id: string): unknown {
  if (holds === "id") return now ?? id;
  if (holds === "ids") return insertInOrder(now as string[], before as string[], id);
  if (holds === "keys") return { [id]: (before as Entry)[id], ...(now as Entry) };
  if (typeof holds !== "object") return now;
  const { field } = holds;
  const earlier = (before as Entry[]).filter((entry) => entry[field] === id).map((entry) => omit(entry, field));
  return (now as Entry[]).map((entry) =>
    entry[field] == null && earlier.some((one) => isDeepStrictEqual(one, omit(entry, field)))
      ? { ...entry, [field]: id }
      : entry,
  );
}

/** After the last of its predecessors that is still in the list. */
function insertInOrder(now: string[], before: string[], id: string): string[] {
  if (now.includes(id)) return now;
  const preceding = before.slice(0, before.indexOf(id));
  const at = Math.max(-1, ...preceding.map((one) => now.indexOf(one))) + 1;
  return now.toSpliced(at, 0, id);
}

const omit = (entry: Entry, field: string): Entry =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => name !== field));

/** Returns a column's value without the id, for a reference to something that no longer exists. */
export function removeId(holds: Holds, value: unknown, id: string): unknown {
  if (holds === "id") return null;
  if (holds === "ids") return (value as string[]).filter((one) => one !== id);
  if (holds === "keys") return omit(value as Entry, id);
  if (typeof holds !== "object") return value;
  const { field } = holds;
  return (value as Entry[]).map((entry) => (entry[field] === id ? omit(entry, field) : entry));
}
