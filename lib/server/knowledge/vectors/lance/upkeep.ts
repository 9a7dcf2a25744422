import type { Table } from "@lancedb/lancedb";
import { log } from "../../../log";
import { loadLance } from "./load";

/** Below this an exact scan is quick enough: 10,000 vectors of 384 numbers take about 10 ms. */
export const indexFromRows = 10_000;
const rowsPerPartition = 1_000;
const partitionsMost = 2_048;
/** A table that has grown by this factor gets its index anew. */
const outgrown = 4;
/** Readers of a version, and a backup that is linking it, are done by then. */
export const keepVersionsMs = 5 * 60_000;
const writesLeast = 20;
const grownBy = 0.15;

export const partitionsFor = (rows: number): number =>
  Math.min(partitionsMost, Math.max(16, Math.round(rows / rowsPerPartition)));

/** How many partitions are searched: a fifth of 100, a sixteenth of 1,000. */
export const probesFor = (rows: number): number => Math.max(16, Math.round(2 * Math.sqrt(partitionsFor(rows))));

/** What came since the last tidying. */
export interface Untidied {
  writes: number;
  rows: number;
}

/**
 * Whether it is time to tidy. That writes all small files anew, so it comes when the table has grown by a share of itself:
 * each row is written a bounded number of times, however large the table is.
 */
export const isDue = ({ writes, rows }: Untidied, total: number): boolean =>
  writes >= writesLeast && rows >= total * grownBy;

/** Merges small files, takes new rows into the indexes, removes versions that nobody reads any more. */
export async function tidy(table: Table, now = Date.now()): Promise<void> {
  await indexColumns(table);
  await table.optimize({ cleanupOlderThan: new Date(now - keepVersionsMs) });
}

/** The indexes that every filter uses, where they are missing. */
export async function indexColumns(table: Table): Promise<void> {
  const { Index } = await loadLance();
  const indexed = (await table.listIndices()).flatMap(({ columns }) => columns);
  for (const column of ["team", "datasource", "document", "id"])
    if (!indexed.includes(column))
      await table.createIndex(column, {
        config: column === "team" || column === "datasource" ? Index.bitmap() : Index.btree(),
      });
}

const indexName = /^vectors_by_(\d+)$/;

/** Builds the vector index of a table that has grown into one, or out of the one it has. Others read and write meanwhile. */
export async function indexVectors(name: string, table: Table): Promise<void> {
  const rows = await table.countRows();
  if (rows < indexFromRows) return;
  const old = (await table.listIndices()).flatMap((index) => (indexName.test(index.name) ? [index.name] : []));
  const partitions = partitionsFor(rows);
  if (old.some((one) => Number(indexName.exec(one)?.[1]) * outgrown > partitions)) return;
  const { Index } = await loadLance();
  const started = Date.now();
  const config = Index.ivfFlat({ distanceType: "cosine", numPartitions: partitions });
  await table.createIndex("vector", { name: `vectors_by_${partitions}`, config });
  for (const one of old) await table.dropIndex(one);
  log().info({ table: name, rows, ms: Date.now() - started }, "vector index built");
}
