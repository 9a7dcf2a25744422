import type { UsedBy } from "@/lib/contract/error";
import type { Db, Tx } from "../db/client";
import { singleton } from "../registry";

/** What keeps vectors in vector databases. It says so itself, as it needs their stores in turn. */
export interface VectorDbUsers {
  /** Who uses each of these, ordered by name; the built-in one under `builtin`. */
  usedBy(db: Pick<Db, "select">, teamId: string, ids: readonly string[]): Promise<Map<string, UsedBy>>;
  /** Takes the references to a vector database away, which is deleted in this transaction. */
  release(tx: Tx, teamId: string, id: string): Promise<void>;
}

const registered = () => singleton("vectorDbUsers", () => new Map<string, VectorDbUsers>());

export const registerVectorDbUsers = (name: string, users: VectorDbUsers): void => {
  registered().set(name, users);
};

export const removeVectorDbUsers = (name: string): void => {
  registered().delete(name);
};

/** The only look-up of who uses vector databases. */
export async function usersOf(
  db: Pick<Db, "select">,
  teamId: string,
  ids: readonly string[],
): Promise<(id: string) => UsedBy> {
  const found = await Promise.all([...registered().values()].map((users) => users.usedBy(db, teamId, ids)));
  return (id) => found.flatMap((users) => users.get(id) ?? []);
}

export async function releaseUsers(tx: Tx, teamId: string, id: string): Promise<void> {
  for (const users of registered().values()) await users.release(tx, teamId, id);
}
