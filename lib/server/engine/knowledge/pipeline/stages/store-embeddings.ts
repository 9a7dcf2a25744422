import { sql } from "drizzle-orm";
import type { Transact, Tx } from "../../../../platform/db/client";
import { singleton } from "../../../../platform/process/registry";
import type { Embedder } from "../../embedding/embedder";
import { deleteOtherLengths, findDimensions, storeVectors } from "../../embedding/vectors";
import { SharedError } from "../../retry";
import type { DatasourceRow } from "../../source-settings";
import { toCollection } from "../../vectors/shared/collection";
import { reembed } from "../removal/reembed";
import { ChangedError } from "../work/unchanged-since";

/** A model whose length changes again within this time alternates between two lengths: reembedding would never end. */
const retryMs = 3_600_000;
const getChanges = () => singleton("changed-embeddings", () => new Map<string, number>());

/**
 * Stores a model's vectors, with `count` in the same transaction. When their length differs from previous ones, the model
 * behind the name has changed: the old vectors are deleted, everything is embedded again, and this throws.
 */
export async function storeEmbeddings(
  write: Transact,
  { teamId, collection }: DatasourceRow,
  { fingerprint, identity, modelId }: Embedder,
  results: { hash: string; vector: number[] }[],
  countUsage: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const cacheKey = { teamId, model: fingerprint };
  const dimensions = results[0]?.vector.length;
  const name = `${teamId} ${fingerprint}`;
  const lock = sql`8, hashtext(${name})`;
  const isNew = await write(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${lock})`);
    if (dimensions !== undefined && (await findDimensions(tx, cacheKey)) !== dimensions) return true;
    await storeVectors(tx, cacheKey, results);
    await countUsage(tx);
    return false;
  });
  if (!isNew || dimensions === undefined) return;
  const hasChanged = await write(async (tx) => {
    // Exclusive, so that two lengths are never mixed.
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    const previousDimensions = (await findDimensions(tx, cacheKey)) ?? collection?.dimensions ?? null;
    const isDifferent = previousDimensions !== null && previousDimensions !== dimensions;
    if (isDifferent && performance.now() - (getChanges().get(name) ?? Number.NEGATIVE_INFINITY) < retryMs)
      throw new SharedError(
        `The embedding model switched from ${previousDimensions}-dimensional to ${dimensions}-dimensional vectors twice within an hour. Check which model the provider serves under this name, then try again.`,
        null,
      );
    await storeVectors(tx, cacheKey, results);
    await countUsage(tx);
    if (!isDifferent) return false;
    await deleteOtherLengths(tx, cacheKey, dimensions);
    await reembed(tx, teamId, modelId, toCollection(teamId, identity, previousDimensions).name);
    return true;
  });
  if (!hasChanged) return;
  getChanges().set(name, performance.now());
  throw new ChangedError("The embedding model changed.");
}
