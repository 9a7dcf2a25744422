import type { Table } from "@lancedb/lancedb";

/** Below this an exact scan is quick enough: 10,000 vectors of 384 numbers take about 10 ms. */
export const indexFromRows = 10_000;
const rowsPerPartition = 1_000;
const partitionsMost = 2_048;
/** A table that has grown by this factor gets its index anew. */
export const outgrown = 4;
/** Readers of a version, and a backup that is linking it, are done by then. */
export const keepVersionsMs = 5 * 60_000;
const writesLeast = 20;
/** So many small files slow every search, however few rows they have. */
const writesMost = 200;
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
  writes >= writesMost || (writes >= writesLeast && rows >= total * grownBy);

/** Whether tidying would find something to do. */
export async function isUntidy(table: Table): Promise<boolean> {
  const { fragmentStats } = await table.stats();
  return fragmentStats.numFragments > 1 || (await table.listVersions()).length > 1;
}
