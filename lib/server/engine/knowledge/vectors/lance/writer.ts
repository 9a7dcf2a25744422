import type { Table } from "@lancedb/lancedb";
import { log } from "../../../../platform/log/log";
import { isMissing } from "./failure";
import { runUpkeep } from "./run-upkeep";
import type { Tables } from "./tables";
import { isDue, isUntidy, keepVersionsMs, type Untidied } from "./upkeep-rules";

interface Queue {
  /** The last queued write. */
  last: Promise<unknown>;
  untidied: Untidied;
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
    const queue = this.queueOf(name);
    await this.inLine(queue, async () => {
      signal?.throwIfAborted();
      await work();
      queue.untidied = { writes: queue.untidied.writes + 1, rows: queue.untidied.rows + rows };
    });
    this.lookAfter(name, queue);
  }

  private queueOf(name: string): Queue {
    const known = this.queues.get(name) ?? { last: Promise.resolve(), untidied: { writes: 0, rows: 0 } };
    this.queues.set(name, known);
    return known;
  }

  private inLine<T>(queue: Queue, work: () => Promise<T>): Promise<T> {
    const turn = queue.last.then(work);
    queue.last = turn.catch(() => {});
    return turn;
  }

  private lookAfter(name: string, queue: Queue): void {
    clearTimeout(queue.timer);
    queue.timer = setTimeout(() => void this.tidy(name), keepVersionsMs + 30_000).unref();
    void this.inLine(queue, async () => {
      const table = await this.tables.find(name);
      if (table && isDue(queue.untidied, await table.countRows())) await this.tidyTable(name, table, queue);
    }).catch(warn(name));
  }

  private async tidyTable(name: string, table: Table, queue: Queue): Promise<void> {
    // An index is built from a version that compaction could remove.
    if (queue.indexing) return;
    queue.untidied = { writes: 0, rows: 0 };
    const { tidied, done } = await runUpkeep(this.tables.folder, name, table);
    // Writes wait for compaction, with which they would conflict, but not for the index.
    queue.indexing = done.catch(warn(name)).finally(() => {
      queue.indexing = undefined;
    });
    await tidied.catch(() => {});
  }

  /** Compacts a table after pending writes, if there is anything to compact. */
  async tidy(name: string): Promise<void> {
    const queue = this.queueOf(name);
    const work = async () => {
      const table = await this.tables.find(name);
      if (table && (await isUntidy(table))) await this.tidyTable(name, table, queue);
    };
    await this.inLine(queue, work).catch(warn(name));
    await queue.indexing;
  }

  async drop(name: string): Promise<void> {
    const queue = this.queueOf(name);
    clearTimeout(queue.timer);
    await queue.indexing;
    await this.inLine(queue, () => this.tables.drop(name));
    this.queues.delete(name);
  }

  /** Waits for pending work. */
  async idle(): Promise<void> {
    for (const queue of this.queues.values()) {
      clearTimeout(queue.timer);
      await queue.last;
      await queue.indexing;
    }
  }
}

/** Failed maintenance is retried later; the data is complete without it. */
const warn = (table: string) => (error: unknown) => {
  if (!isMissing(error)) log().warn({ err: error, table }, "tidying vectors failed");
};
