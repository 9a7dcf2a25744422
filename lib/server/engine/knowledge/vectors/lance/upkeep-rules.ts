import type { Table } from "@lancedb/lancedb";

/** Below this an exhaustive scan is fast enough: 10,000 vectors of 384 dimensions take about 10 ms. */
export const indexFromRows = 10_000;
const rowsPerPartition = 1_000;
const maxPartitions = 2_048;
/** A table that has grown by this factor is indexed again. */
export const reindexFactor = 4;
/** By then readers of a version, and a backup that links its files, have finished. */
export const keepVersionsMs = 5 * 60_000;
const minWrites = 20;
/** This many small files slow down every search. */
const maxWrites = 200;
const growthFactor = 0.15;

export const countPartitions = (rows: number): number =>
  Math.min(maxPartitions, Math.max(16, Math.round(rows / rowsPerPartition)));

/** Partitions to search: a fifth of 100, a sixteenth of 1,000. */
export const countProbes = (rows: number): number => Math.max(16, Math.round(2 * Math.sqrt(countPartitions(rows))));

/** Writes since the last compaction. */
export interface PendingWrites {
  writes: number;
  rows: number;
}

/**
 * Whether compaction is due. It rewrites all small files, so it runs when the table has grown by a fraction of its size: each
 * row is rewritten a bounded number of times.
 */
export const isCompactionDue = ({ writes, rows }: PendingWrites, total: number): boolean =>
  writes >= maxWrites || (writes >= minWrites && rows >= total * growthFactor);

/** Whether there is anything to compact. */
export async function needsCompaction(table: Table): Promise<boolean> {
  const { fragmentStats } = await table.stats();
  return fragmentStats.numFragments > 1 || (await table.listVersions()).length > 1;
}
