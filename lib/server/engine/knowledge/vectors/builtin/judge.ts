import type { StoreIdentity } from "../shared/types";
import type { StoreRecord } from "./record";

/** What a process sees of its store and of its database. */
export interface Seen {
  /** The store that the database records. */
  record: StoreRecord | undefined;
  /** The store that this process is configured to use. */
  identity: StoreIdentity | undefined;
  /** Undefined for a folder, which several databases may have. */
  databaseId: string | undefined;
  /** Whether the database expects vectors. */
  hasVectors: boolean;
  /** Whether the store contains vectors, of any database. */
  hasContents: boolean;
}

/**
 * `empty` the store has no identity · `other` it is another store than the recorded one · `copied` it is a copy of the recorded
 * folder · `foreign` another database uses it · `unclaimed` it has vectors, but no database has recorded it
 */
export type Refusal = "empty" | "other" | "copied" | "foreign" | "unclaimed";

/**
 * `known` use the store · `claim` record it as the database's store; with `unlessAlive`, only if no process uses the previous
 * one · `refused` do not use it
 */
export type Verdict = { is: "known" } | { is: "claim"; unlessAlive?: Refusal } | { is: "refused"; why: Refusal };

/** Decides whether the store that a process is configured to use is the recorded store of its database. */
export function judgeStore({ record, identity, databaseId, hasVectors, hasContents }: Seen): Verdict {
  if (identity && identity.databaseId !== null && identity.databaseId !== databaseId)
    return { is: "refused", why: "foreign" };
  // The vectors may be those of a team of another server: as unused ones, they would be removed.
  if (!identity && databaseId !== undefined && hasContents) return { is: "refused", why: "unclaimed" };
  // A database of an earlier version, whose vectors may be elsewhere.
  if (!record) return hasVectors && !hasContents ? { is: "refused", why: "empty" } : { is: "claim" };
  if (identity?.id === record.id)
    return identity.inode === record.inode ? { is: "known" } : { is: "claim", unlessAlive: "copied" };
  const why = identity ? "other" : "empty";
  return hasVectors ? { is: "refused", why } : { is: "claim", unlessAlive: why };
}
