import type { Reader } from "../../platform/db/client";
import { findNamesById } from "./existing-resources";
import { mapRefs, type PartKind, type Parts, type RefKind } from "./file/references";
import type { Importer, ImportPlan } from "./plan";

export type NameOf = (kind: RefKind, id: string) => string;

/** A part that contains ids instead of names. */
export interface PartWithIds<K extends PartKind = PartKind> {
  kind: K;
  part: Parts[K];
}

/** Returns the names of ids in the parts of a plan and in other parts, including parts still to be created. */
export async function createNamer(
  db: Reader,
  { teamId }: Importer,
  { parts, needs }: ImportPlan,
  others: readonly PartWithIds[],
): Promise<NameOf> {
  const ids: Partial<Record<RefKind, Set<string>>> = {};
  const note = (kind: RefKind, id: string) => {
    ids[kind] = (ids[kind] ?? new Set()).add(id);
    return id;
  };
  for (const { kind, part, held } of parts) {
    mapRefs(kind, part, note);
    if (held) mapRefs(kind, held.part, note);
  }
  for (const { kind, part } of others) mapRefs(kind, part, note);
  const known = await findNamesById(db, teamId, ids);
  const fresh = new Map<string, string>([
    ...parts.map(({ key, as }) => [`new:${key}`, as] as const),
    ...needs.map(({ key, name }) => [`new:${key}`, name] as const),
  ]);
  return (kind, id) => fresh.get(id) ?? known.get(`${kind}:${id}`) ?? "a deleted item";
}
