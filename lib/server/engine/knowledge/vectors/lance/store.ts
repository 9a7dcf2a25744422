import type { Table } from "@lancedb/lancedb";
import { checkedPoints, checkVector, expectOwn, teamPrefix } from "../shared/collection";
import { conditionsOf } from "../shared/conditions";
import { storedFields } from "../shared/fields";
import type { Found, Point, Removal, Search, VectorStore } from "../shared/types";
import { attempt } from "./failure";
import { oneOf, packed, whereOf } from "./sql";
import { type Row, Tables } from "./tables";
import { indexFromRows, probesFor } from "./upkeep-rules";
import { Writer } from "./writer";

/** Up to this many matching rows are compared exhaustively. */
const maxExact = 5_000;
const documentsAtOnce = 1_000;

export interface LanceStore extends VectorStore {
  /** Compacts every table now. For workers. */
  tidy(signal?: AbortSignal): Promise<void>;
  names(): Promise<string[]>;
  drop(name: string): Promise<void>;
  /** Waits for writes and maintenance in progress. */
  idle(): Promise<void>;
}

/** One per process: open tables with their caches, and the write queue. */
interface LanceEngine {
  tables: Tables;
  writer: Writer;
}

export function lanceEngine(folder: string): LanceEngine {
  const tables = new Tables(folder);
  return { tables, writer: new Writer(tables) };
}

/** The built-in store: a folder with one table per collection, accessed in this process. */
export function createLanceStore({ tables, writer }: LanceEngine): LanceStore {
  return {
    async check() {
      await attempt(() => tables.connection());
    },
    async upsert(collection, points, signal) {
      const rows = checkedPoints(collection, points).map(rowOf);
      if (rows.length === 0) return;
      await attempt(() => writer.write(collection.name, rows.length, () => put(tables, collection.name, rows), signal));
    },
    async remove(collection, removal, signal) {
      expectOwn(collection, removal.teamId);
      const work = () => tables.using(collection.name, (table) => take(table, removal));
      await attempt(() => writer.write(collection.name, removal.documentIds?.length ?? 1, work, signal));
    },
    async search(collection, search, signal) {
      expectOwn(collection, search.teamId);
      checkVector(collection, search.vector);
      signal?.throwIfAborted();
      if (search.k <= 0 || search.datasourceIds.length === 0) return [];
      const where = whereOf(search, conditionsOf(search.filters));
      const found = await attempt(() => tables.using(collection.name, (table) => nearest(table, where, search)));
      return found ?? [];
    },
    async *list(collection, { teamId, datasourceId }, signal) {
      expectOwn(collection, teamId);
      const where = whereOf({ teamId, datasourceIds: [datasourceId] });
      const begun = await attempt(() =>
        tables.using(collection.name, async (table) => {
          const batches = table.query().where(where).select(["id", "document"])[Symbol.asyncIterator]();
          return { batches, first: await batches.next() };
        }),
      );
      for (let next = begun?.first; begun && next && !next.done; next = await attempt(() => begun.batches.next())) {
        signal?.throwIfAborted();
        for (const row of next.value) yield { id: String(row.id), documentId: String(row.document) };
      }
    },
    async dropTeam(teamId, signal) {
      for (const name of await attempt(() => tables.names())) {
        signal?.throwIfAborted();
        if (name.startsWith(teamPrefix(teamId))) await attempt(() => writer.drop(name));
      }
    },
    async tidy(signal) {
      for (const name of await attempt(() => tables.names())) if (!signal?.aborted) await writer.tidy(name);
    },
    names: () => attempt(() => tables.names()),
    drop: (name) => attempt(() => writer.drop(name)),
    idle: () => writer.idle(),
  };
}

const rowOf = ({ id, teamId, datasourceId, documentId, fields, vector }: Point): Row => ({
  id,
  team: teamId,
  datasource: datasourceId,
  document: documentId,
  fields: packed(storedFields(fields)),
  vector,
});

/** Upserts rows by id, all or none. */
async function put(tables: Tables, name: string, rows: Row[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const merge = async (table: Table) => {
    const done = await table.mergeInsert("id").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows);
    await removeCopies(table, ids);
    return done;
  };
  if (await tables.using(name, merge)) return;
  const made = await tables.create(name, rows);
  if (made) await (await import("./upkeep")).indexColumns(made);
  else await tables.using(name, merge);
}

/**
 * LanceDB does not detect that two processes insert the same ids concurrently. The last to commit sees both, and keeps the
 * newer row of each id.
 */
async function removeCopies(table: Table, ids: string[]): Promise<void> {
  const where = oneOf("id", ids);
  if ((await table.countRows(where)) <= ids.length) return;
  const newest = new Map<string, bigint>();
  const older: bigint[] = [];
  for (const { id, _rowid: rowId } of await table.query().where(where).select(["id"]).withRowId().toArray()) {
    const known = newest.get(id);
    if (known === undefined || known < rowId) newest.set(id, rowId);
    if (known !== undefined) older.push(known === newest.get(id) ? rowId : known);
  }
  if (older.length > 0) await table.delete(`_rowid in (${older.join(", ")})`);
}

async function take(table: Table, { teamId, datasourceId, documentIds }: Removal): Promise<void> {
  const of = { teamId, datasourceIds: [datasourceId] };
  if (!documentIds) await table.delete(whereOf(of));
  for (let at = 0; documentIds && at < documentIds.length; at += documentsAtOnce)
    await table.delete(whereOf({ ...of, documentIds: documentIds.slice(at, at + documentsAtOnce) }));
}

async function nearest(table: Table, where: string, { vector, k }: Search): Promise<Found[]> {
  const rows = await table.countRows();
  const query = table.query().nearestTo(vector).column("vector").distanceType("cosine");
  const within = query.where(where).select(["id", "_distance"]).limit(k);
  const exact = rows < indexFromRows || (await table.countRows(where)) <= maxExact;
  const found = await (exact ? within.bypassVectorIndex() : within.nprobes(probesFor(rows))).toArray();
  return found.map(({ id, _distance }) => ({ id: String(id), score: 1 - Number(_distance) }));
}
