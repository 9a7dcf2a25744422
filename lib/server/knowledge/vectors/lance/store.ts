import type { Table } from "@lancedb/lancedb";
import { checkedPoints, checkVector, expectOwn, teamPrefix } from "../collection";
import { conditionsOf } from "../conditions";
import { storedFields } from "../fields";
import type { Found, Point, Removal, Search, VectorStore } from "../types";
import { told } from "./failure";
import { oneOf, packed, whereOf } from "./sql";
import { type Row, Tables } from "./tables";
import { indexFromRows, probesFor } from "./upkeep-rules";
import { Writer } from "./writer";

/** So few matching rows are compared one by one, which misses nothing. */
const exactMost = 5_000;
const documentsAtOnce = 1_000;

export interface LanceStore extends VectorStore {
  /** Looks after every table now. For workers. */
  tidy(signal?: AbortSignal): Promise<void>;
  /** The names of all collections. */
  names(): Promise<string[]>;
  drop(name: string): Promise<void>;
  /** Waits for writes and upkeep that are under way. */
  idle(): Promise<void>;
}

/** What there must be one of in a process: open tables with their caches, and the line of writers. */
export interface LanceEngine {
  tables: Tables;
  writer: Writer;
}

export function lanceEngine(folder: string): LanceEngine {
  const tables = new Tables(folder);
  return { tables, writer: new Writer(tables) };
}

/** The built-in store: a folder of tables, one a collection, read and written in this process. */
export function createLanceStore({ tables, writer }: LanceEngine): LanceStore {
  return {
    async check() {
      await told(() => tables.connection());
    },
    async upsert(collection, points, signal) {
      const rows = checkedPoints(collection, points).map(rowOf);
      if (rows.length === 0) return;
      await told(() => writer.write(collection.name, rows.length, () => put(tables, collection.name, rows), signal));
    },
    async remove(collection, removal, signal) {
      expectOwn(collection, removal.teamId);
      const work = () => tables.using(collection.name, (table) => take(table, removal));
      await told(() => writer.write(collection.name, removal.documentIds?.length ?? 1, work, signal));
    },
    async search(collection, search, signal) {
      expectOwn(collection, search.teamId);
      checkVector(collection, search.vector);
      signal?.throwIfAborted();
      if (search.k <= 0 || search.datasourceIds.length === 0) return [];
      const where = whereOf(search, conditionsOf(search.filters));
      const found = await told(() => tables.using(collection.name, (table) => nearest(table, where, search)));
      return found ?? [];
    },
    async *list(collection, { teamId, datasourceId }, signal) {
      expectOwn(collection, teamId);
      const where = whereOf({ teamId, datasourceIds: [datasourceId] });
      const begun = await told(() =>
        tables.using(collection.name, async (table) => {
          const batches = table.query().where(where).select(["id", "document"])[Symbol.asyncIterator]();
          return { batches, first: await batches.next() };
        }),
      );
      for (let next = begun?.first; begun && next && !next.done; next = await told(() => begun.batches.next())) {
        signal?.throwIfAborted();
        for (const row of next.value) yield { id: String(row.id), documentId: String(row.document) };
      }
    },
    async dropTeam(teamId, signal) {
      for (const name of await told(() => tables.names())) {
        signal?.throwIfAborted();
        if (name.startsWith(teamPrefix(teamId))) await told(() => writer.drop(name));
      }
    },
    async tidy(signal) {
      for (const name of await told(() => tables.names())) if (!signal?.aborted) await writer.tidy(name);
    },
    names: () => told(() => tables.names()),
    drop: (name) => told(() => writer.drop(name)),
    idle: () => writer.idle(),
  };
}

const rowOf = ({ id, teamId, datasourceId, documentId, fields, vector }: Point): Row => ({
  ...{ id, team: teamId, datasource: datasourceId, document: documentId },
  ...{ fields: packed(storedFields(fields)), vector },
});

/** Replaces rows of the same ids and adds the others, all of them or none. */
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
 * Two processes that add the same ids at the same moment both insert them, which LanceDB does not notice. Whoever commits last
 * sees both, and keeps the newer row of each id.
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
  const exact = rows < indexFromRows || (await table.countRows(where)) <= exactMost;
  const found = await (exact ? within.bypassVectorIndex() : within.nprobes(probesFor(rows))).toArray();
  return found.map(({ id, _distance }) => ({ id: String(id), score: 1 - Number(_distance) }));
}
