import { scimPageMax } from "@/lib/constants/identity";
import type { ScimListQuery } from "@/lib/contract/scim/schemas";
import { toList } from "./views";

interface Pages<R, V> {
  /** All rows of the list, in a fixed order. */
  rows: { offset(count: number): { limit(count: number): PromiseLike<R[]> } };
  count: () => Promise<number>;
  /** May leave out the last rows: a page can be shorter than requested. */
  view: (rows: R[]) => Promise<V[]>;
}

/** A page of a list. `startIndex` counts from 1; zero items only count. */
export async function listPage<R, V>(
  { startIndex = 1, count: size = scimPageMax / 2 }: ScimListQuery,
  { rows, count, view }: Pages<R, V>,
) {
  const start = Math.max(1, startIndex);
  const page = await rows.offset(start - 1).limit(Math.min(scimPageMax, Math.max(0, size)));
  return toList(await view(page), await count(), start);
}
