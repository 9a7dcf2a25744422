import { sameJson } from "@/lib/utils/json/same-json";
import type { Tx } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import type { Owner, RevisionStore } from "./service";

/** What the caller of "apply" or "roll out" chose. */
export interface Choice {
  /** The version that the caller has read. */
  version?: number | undefined;
  /** A revision; otherwise the draft. */
  revisionId?: string | undefined;
  note?: string | undefined;
}

interface Source<D, R> {
  owner: Owner;
  /** A revision; otherwise the draft. */
  revisionId: string | undefined;
  /** What is done with it. */
  verb: "apply" | "roll out";
  /** Locks what the definition refers to, and then the resource. */
  lock(definition: D): Promise<R>;
  /** The error for someone else's simultaneous change. */
  changed(): Promise<AppError>;
}

/** A locked resource with content to apply or roll out. */
export interface LockedContent<D, R> {
  row: R;
  definition: D;
  /** The number of the content's revision; null for the draft, which is deleted. */
  number: number | null;
}

/** Locks a resource to apply or roll out its draft or a revision, and returns both. Throws 409 when there is no draft. */
export async function lockContent<D extends object, R>(
  store: RevisionStore<D>,
  tx: Tx,
  { owner, revisionId, verb, lock, changed }: Source<D, R>,
): Promise<LockedContent<D, R>> {
  const read = async () => {
    if (revisionId) return store.get(tx, owner, revisionId);
    const draft = await store.findDraft(tx, owner.id);
    return draft && { ...draft, number: null };
  };
  // What it refers to is locked before the resource.
  const first = await read();
  if (!first) throw new AppError("conflict", `There is no draft to ${verb}.`);
  const row = await lock(first.definition);
  const found = await read();
  if (!found || !sameJson(first.definition, found.definition)) throw await changed();
  if (!revisionId) await store.deleteDraft(tx, owner.id);
  const { definition, number } = found;
  return { row, definition, number };
}

interface Change<D> {
  owner: Owner;
  applied: D;
  definition: D;
  /** The definition's revision, if it is one. */
  number?: number | null;
  note: string | undefined;
  createdBy: string;
}

/**
 * Stores a definition as the next revision, unless it is the applied one, or the one that is rolled out. Returns the number of the
 * one that is applied then.
 */
export async function addRevision<D extends object>(
  store: RevisionStore<D>,
  tx: Tx,
  { owner, applied, definition, number: known, note, createdBy }: Change<D>,
): Promise<number> {
  if (known && known === owner.rollout?.revision) return known;
  const current = owner.revision ?? 0;
  if (current > 0 && sameJson(definition, applied)) return current;
  const number = await store.findNextNumber(tx, owner.id);
  await store.insert(tx, { ownerId: owner.id, number, definition, note, createdBy });
  return number;
}
