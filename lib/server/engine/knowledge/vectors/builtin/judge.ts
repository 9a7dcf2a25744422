import type { StoreIdentity } from "../shared/types";
import type { StoreRecord } from "./record";

/** What a process sees of its store and of its database. */
export interface Seen {
  /** The store that the database knows. */
  record: StoreRecord | undefined;
  /** The store that this process is configured to use. */
  identity: StoreIdentity | undefined;
  databaseId: string;
  /** Whether the database expects vectors. */
  hasVectors: boolean;
  /** Whether the store contains any. */
  hasContents: boolean;
}

/**
 * `empty` the store has no identity · `other` it is another store than the known one · `copied` it is a copy of the known folder ·
 * `foreign` another database uses it
 */
export type Refusal = "empty" | "other" | "copied" | "foreign";

/**
 * `known` use the store · `claim` make it the database's store; with `unlessAlive`, only if no process uses
 * the previous one · `refused` do not use it
 */
export type Verdict = { is: "known" } | { is: "claim"; unlessAlive?: Refusal } | { is: "refused"; why: Refusal };

/** Decides whether the store that a process is configured to use is the one that its database knows. */
export function judgeStore({ record, identity, databaseId, hasVectors, hasContents }: Seen): Verdict {
  if (identity && identity.databaseId !== null && identity.databaseId !== databaseId)
    return { is: "refused", why: "foreign" };
  // A database of an earlier version, whose vectors may be elsewhere.
  if (!record) return hasVectors && !hasContents ? { is: "refused", why: "empty" } : { is: "claim" };
  if (identity?.id === record.id)
    return identity.inode === record.inode ? { is: "known" } : { is: "claim", unlessAlive: "copied" };
  const why = identity ? "other" : "empty";
  return hasVectors ? { is: "refused", why } : { is: "claim", unlessAlive: why };
}
