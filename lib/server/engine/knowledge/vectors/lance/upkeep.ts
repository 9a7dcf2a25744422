import { Index, type Table } from "@lancedb/lancedb";
import { countPartitions, indexFromRows, keepVersionsMs, reindexFactor } from "./upkeep-rules.ts";

/** Merges small files, adds new rows to the indexes, and removes unused versions. */
export async function compact(table: Table, now = Date.now()): Promise<void> {
  await indexColumns(table);
  await table.optimize({ cleanupOlderThan: new Date(now - keepVersionsMs) });
}

/** Creates missing indexes of the columns that every filter uses. */
export async function indexColumns(table: Table): Promise<void> {
  const indexed = (await table.listIndices()).flatMap(({ columns }) => columns);
  const config = { team: Index.bitmap(), datasource: Index.bitmap(), document: Index.btree(), id: Index.btree() };
  for (const [column, kind] of Object.entries(config))
    if (!indexed.includes(column)) await table.createIndex(column, { config: kind });
}

const indexName = /^vectors_by_(\d+)$/;

/**
 * Builds the vector index of a table that has grown enough, without blocking reads and writes. Returns its row count, or
 * undefined when nothing was due.
 */
export async function indexVectors(table: Table): Promise<number | undefined> {
  const rows = await table.countRows();
  if (rows < indexFromRows) return undefined;
  const oldIndexes = (await table.listIndices()).flatMap(({ name }) => (indexName.test(name) ? [name] : []));
  const partitions = countPartitions(rows);
  if (oldIndexes.some((name) => Number(indexName.exec(name)?.[1]) * reindexFactor > partitions)) return undefined;
  const config = Index.ivfFlat({ distanceType: "cosine", numPartitions: partitions });
  await table.createIndex("vector", { name: `vectors_by_${partitions}`, config });
  for (const name of oldIndexes) await table.dropIndex(name);
  return rows;
}
