import { sql } from "drizzle-orm";
import { remakeVectors } from "../../datasources/service";
import type { Tx } from "../../db/client";
import { singleton } from "../../registry";
import type { Embedder } from "../embedding/embedder";
import { dimensionsOf, forgetOthers, keepVectors } from "../embedding/vectors";
import { SharedTroubleError } from "../retry";
import { collectionFor } from "../vectors/collection";
import { ChangedError } from "./as-taken";
import type { Work } from "./work";

/** Sooner than that after it became another, it is a model that gives now one length and now another: that would never end. */
const againMs = 3_600_000;
const changes = () => singleton("changed-embeddings", () => new Map<string, number>());

/**
 * Keeps what a model has made, with `count` in the same transaction. Vectors of another length than those before come from
 * another model under the same name: theirs are forgotten, and all that was stored of them is made anew. Throws then.
 */
export async function keepMade(
  { db, datasource: { teamId, collection } }: Pick<Work, "db" | "datasource">,
  { fingerprint, identity, modelId }: Embedder,
  made: { hash: string; vector: number[] }[],
  count: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const place = { teamId, model: fingerprint };
  const now = made[0]?.vector.length;
  const name = `${teamId} ${fingerprint}`;
  const lock = sql`8, hashtext(${name})`;
  const isNew = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${lock})`);
    if (now !== undefined && (await dimensionsOf(tx, place)) !== now) return true;
    await keepVectors(tx, place, made);
    await count(tx);
    return false;
  });
  if (!isNew || now === undefined) return;
  const isOther = await db.transaction(async (tx) => {
    // Alone, so that no two lengths come to lie beside each other.
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    const before = (await dimensionsOf(tx, place)) ?? collection?.dimensions ?? null;
    const other = before !== null && before !== now;
    if (other && performance.now() - (changes().get(name) ?? Number.NEGATIVE_INFINITY) < againMs)
      throw new SharedTroubleError(
        `The embedding model gave vectors of ${now} numbers after such of ${before}, twice within an hour. Check what answers under its name, then try again.`,
        null,
      );
    await keepVectors(tx, place, made);
    await count(tx);
    if (!other) return false;
    await forgetOthers(tx, place, now);
    await remakeVectors(tx, teamId, modelId, collectionFor(teamId, identity, before).name);
    return true;
  });
  if (!isOther) return;
  changes().set(name, performance.now());
  throw new ChangedError("The embedding model became another.");
}
