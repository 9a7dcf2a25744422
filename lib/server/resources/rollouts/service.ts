import { eq } from "drizzle-orm";
import { sameJson } from "@/lib/utils/json/same-json";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import type { Rollout } from "../../platform/db/tables/rollout";
import { AppError } from "../../platform/errors/errors";
import type { LockedContent } from "../revisions/actions";
import type { Owner, RevisionStore } from "../revisions/service";
import { type ComparedSessions, compareSessions } from "./compare";

/** What a resource says of its rollout. */
export const toRolloutField = (rollout: Rollout | null) =>
  rollout && { revision: rollout.revision, share: rollout.share };

type Started = Pick<Rollout, "revision" | "share" | "startedBy"> & { override: string | null };

export const toRollout = ({ override, ...started }: Started): Rollout => ({
  ...started,
  startedAt: new Date().toISOString(),
  ...(override && { override }),
});

interface Added<D> {
  applied: D;
  note: string | undefined;
  createdBy: string;
}

/** Stores what is about to be rolled out as the next revision, if it is the draft. Returns its number. Throws 409 if it cannot be. */
export async function addRolledOut<D extends object>(
  store: RevisionStore<D>,
  tx: Tx,
  { row: owner, definition, number: known }: LockedContent<D, Owner>,
  { applied, note, createdBy }: Added<D>,
): Promise<number> {
  if (owner.rollout)
    throw new AppError("conflict", `Revision ${owner.rollout.revision} is being rolled out. End its rollout first.`);
  if (known === owner.revision || sameJson(definition, applied))
    throw new AppError("conflict", "This is the same as the applied revision.");
  if (known !== null) return known;
  const number = await store.findNextNumber(tx, owner.id);
  await store.insert(tx, { ownerId: owner.id, number, definition, note, createdBy });
  return number;
}

/** Returns a locked resource's rollout with another share. Throws 409 if another revision, or none, is rolled out. */
export async function withShare<D extends object>(
  store: RevisionStore<D>,
  tx: Tx,
  { id, rollout }: Owner,
  { share, revisionId }: { share: number; revisionId?: string | undefined },
): Promise<Rollout> {
  if (!rollout) throw new AppError("conflict", "The rollout has ended in the meantime.");
  const { revision } = rollout;
  if (revisionId && revisionId !== (await store.findId(tx, id, revision)))
    throw new AppError("conflict", `Revision ${revision} is being rolled out. End its rollout first.`);
  return { ...rollout, share };
}

/** A resource's rollout, and the sessions of both revisions since its start that the viewer can see. */
export async function viewRollout<D extends object>(
  db: Reader,
  viewer: Viewer,
  store: RevisionStore<D>,
  { id, revision: applied, rollout }: Owner,
  source: ComparedSessions,
) {
  if (!rollout) return { rollout: null, compared: [], capped: false };
  const { startedBy, override = null, ...shown } = rollout;
  const [[author], revisionId = "", found] = await Promise.all([
    db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, startedBy)),
    store.findId(db, id, rollout.revision),
    compareSessions(db, viewer, source, rollout.startedAt, [applied ?? 0, rollout.revision]),
  ]);
  return { rollout: { ...shown, revisionId, author: author?.name ?? null, override }, ...found };
}
