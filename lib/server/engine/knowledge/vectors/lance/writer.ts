import type { Table } from "@lancedb/lancedb";
import { log } from "../../../../platform/log/log";
import { isMissing } from "./failure";
import { runUpkeep } from "./run-upkeep";
import type { Tables } from "./tables";
import { isCompactionDue, keepVersionsMs, needsCompaction, type PendingWrites } from "./upkeep-rules";

interface Queue {
  /** The last queued write. */
  last: Promise<unknown>;
  pending: PendingWrites;
  /** Compaction after the last write, when older versions can be removed. */
  timer?: NodeJS.Timeout;
  indexing?: Promise<void>;
}

/** Serializes writes per table: concurrent ones would conflict and retry. */
export class Writer {
  private readonly queues = new Map<string, Queue>();

  constructor(private readonly tables: Tables) {}

  /** Writes, then maintains the table. */
  async write(name: string, rows: number, work: () => Promise<unknown>, signal?: AbortSignal): Promise<void> {
    const queue = this.getQueue(name);
    await this.enqueue(queue, async () => {
      signal?.throwIfAborted();
      await work();
      queue.pending = { writes: queue.pending.writes + 1, rows: queue.pending.rows + rows };
    });
    this.scheduleUpkeep(name, queue);
  }

  private getQueue(name: string): Queue {
    const queue = this.queues.get(name) ?? { last: Promise.resolve(), pending: { writes: 0, rows: 0 } };
    this.queues.set(name, queue);
    return queue;
  }

  private enqueue<T>(queue: Queue, work: () => Promise<T>): Promise<T> {
    const result = queue.last.then(work);
    queue.last = result.catch(() => {});
    return result;
  }

  private scheduleUpkeep(name: string, queue: Queue): void {
    clearTimeout(queue.timer);
    queue.timer = setTimeout(() => void this.compact(name), keepVersionsMs + 30_000).unref();
    void this.enqueue(queue, async () => {
      const table = await this.tables.find(name);
      if (table && isCompactionDue(queue.pending, await table.countRows())) await this.compactTable(name, table, queue);
    }).catch(logFailure(name));
  }

  private async compactTable(name: string, table: Table, queue: Queue): Promise<void> {
    // An index is built from a version that compaction could remove.
    if (queue.indexing) return;
    queue.pending = { writes: 0, rows: 0 };
    const { compacted, done } = await runUpkeep(this.tables.folder, name, table);
    // Writes wait for compaction, with which they would conflict, but not for the index.
    queue.indexing = done.catch(logFailure(name)).finally(() => {
      queue.indexing = undefined;
    });
    await compacted.catch(() => {});
  }

  /** Compacts a table after pending writes, if there is anything to compact. */
  async compact(name: string): Promise<void> {
    const queue = this.getQueue(name);
    const work = async () => {
      const table = await this.tables.find(name);
      if (table && (await needsCompaction(table))) await this.compactTable(name, table, queue);
    };
    await this.enqueue(queue, work).catch(logFailure(name));
    await queue.indexing;
  }

  async drop(name: string): Promise<void> {
    const queue = this.getQueue(name);
    clearTimeout(queue.timer);
    await queue.indexing;
    await this.enqueue(queue, () => this.tables.drop(name));
    this.queues.delete(name);
  }

  /** Waits for pending work. */
  async waitUntilIdle(): Promise<void> {
    for (const queue of this.queues.values()) {
      clearTimeout(queue.timer);
      await queue.last;
      await queue.indexing;
    }
  }
}

/** Failed maintenance is retried later; the data is complete without it. */
const logFailure = (table: string) => (error: unknown) => {
  if (!isMissing(error)) log().warn({ err: error, table }, "compacting vectors failed");
};
