import { sql } from "drizzle-orm";
import type { Tx } from "../../../../platform/db/client";
import { singleton } from "../../../../platform/process/registry";
import type { Embedder } from "../../embedding/embedder";
import { dimensionsOf, forgetOthers, keepVectors } from "../../embedding/vectors";
import { SharedTroubleError } from "../../retry";
import { collectionFor } from "../../vectors/shared/collection";
import { reembed } from "../removal/reembed";
import { ChangedError } from "../work/unchanged-since";
import type { Work } from "../work/work";

/** A model whose length changes again within this time alternates between two lengths: reembedding would never end. */
const retryMs = 3_600_000;
const changes = () => singleton("changed-embeddings", () => new Map<string, number>());

/**
 * Stores a model's vectors, with `count` in the same transaction. When their length differs from previous ones, the model
 * behind the name has changed: the old vectors are deleted, everything is embedded again, and this throws.
 */
export async function storeEmbeddings(
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
    // Exclusive, so that two lengths are never mixed.
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    const before = (await dimensionsOf(tx, place)) ?? collection?.dimensions ?? null;
    const other = before !== null && before !== now;
    if (other && performance.now() - (changes().get(name) ?? Number.NEGATIVE_INFINITY) < retryMs)
      throw new SharedTroubleError(
        `The embedding model gave vectors of ${now} numbers after such of ${before}, twice within an hour. Check what answers under its name, then try again.`,
        null,
      );
    await keepVectors(tx, place, made);
    await count(tx);
    if (!other) return false;
    await forgetOthers(tx, place, now);
    await reembed(tx, teamId, modelId, collectionFor(teamId, identity, before).name);
    return true;
  });
  if (!isOther) return;
  changes().set(name, performance.now());
  throw new ChangedError("The embedding model became another.");
}
