import type { Table } from "@lancedb/lancedb";
import { assertOwnCollection, checkPoints, checkVector, toTeamPrefix } from "../shared/collection";
import { toConditions } from "../shared/conditions";
import { toStoredFields } from "../shared/fields";
import type { BuiltinStore, Point, Removal, Search, VectorHit } from "../shared/types";
import { withVectorErrors } from "./failure";
import { hasTables, readFolderIdentity, writeFolderIdentity } from "./identity";
import { readPages } from "./read-pages";
import { buildWhere, isOneOf, packFields } from "./sql";
import { type Row, Tables } from "./tables";
import { countProbes, indexFromRows } from "./upkeep-rules";
import { Writer } from "./writer";

/** Up to this many matching rows are compared exhaustively. */
const maxExactRows = 5_000;
const documentsPerDelete = 1_000;

/** One per process: open tables with their caches, and the write queue. */
interface LanceEngine {
  tables: Tables;
  writer: Writer;
}

export function createLanceEngine(folder: string): LanceEngine {
  const tables = new Tables(folder);
  return { tables, writer: new Writer(tables) };
}

/** The store of a single machine: a folder with one table per collection, accessed in this process. */
export function createLanceStore({ tables, writer }: LanceEngine): BuiltinStore {
  return {
    readIdentity: () => readFolderIdentity(tables.folder),
    writeIdentity: (id) => writeFolderIdentity(tables.folder, id),
    isEmpty: async () => !(await hasTables(tables.folder)),
    async check() {
      await withVectorErrors(() => tables.getConnection());
    },
    async upsert(collection, points, signal) {
      const rows = checkPoints(collection, points).map(toRow);
      if (rows.length === 0) return;
      await withVectorErrors(() =>
        writer.write(collection.name, rows.length, () => upsertRows(tables, collection.name, rows), signal),
      );
    },
    async remove(collection, removal, signal) {
      assertOwnCollection(collection, removal.teamId);
      const work = () => tables.withTable(collection.name, (table) => deleteRows(table, removal));
      await withVectorErrors(() => writer.write(collection.name, removal.documentIds?.length ?? 1, work, signal));
    },
    async search(collection, search, signal) {
      assertOwnCollection(collection, search.teamId);
      checkVector(collection, search.vector);
      signal?.throwIfAborted();
      if (search.k <= 0 || search.datasourceIds.length === 0) return [];
      const where = buildWhere(search, toConditions(search.filters));
      const found = await withVectorErrors(() =>
        tables.withTable(collection.name, (table) => findNearest(table, where, search)),
      );
      return found ?? [];
    },
    async *list(collection, { teamId, datasourceId }, signal) {
      assertOwnCollection(collection, teamId);
      const where = buildWhere({ teamId, datasourceIds: [datasourceId] });
      for await (const { id, document } of readPages(tables, collection.name, where, ["id", "document"], signal))
        yield { id: String(id), documentId: String(document) };
    },
    async *read(collection, { teamId, datasourceId, documentIds }, signal) {
      assertOwnCollection(collection, teamId);
      const where = buildWhere({ teamId, datasourceIds: [datasourceId], documentIds });
      const columns = ["id", "document", "vector"];
      for await (const { id, document, vector } of readPages(tables, collection.name, where, columns, signal))
        yield { id: String(id), documentId: String(document), vector: Array.from(vector as Iterable<number>) };
    },
    async count(collection, { teamId, datasourceId }) {
      assertOwnCollection(collection, teamId);
      const where = buildWhere({ teamId, datasourceIds: [datasourceId] });
      const count = (table: Table) => table.countRows(where);
      return (await withVectorErrors(() => tables.withTable(collection.name, count))) ?? 0;
    },
    async dropTeam(teamId, signal) {
      for (const name of await withVectorErrors(() => tables.listNames())) {
        signal?.throwIfAborted();
        if (name.startsWith(toTeamPrefix(teamId))) await withVectorErrors(() => writer.drop(name));
      }
    },
    async compact(signal) {
      for (const name of await withVectorErrors(() => tables.listNames()))
        if (!signal?.aborted) await writer.compact(name);
    },
    names: () => withVectorErrors(() => tables.listNames()),
    drop: (name) => withVectorErrors(() => writer.drop(name)),
    idle: () => writer.waitUntilIdle(),
  };
}

const toRow = ({ id, teamId, datasourceId, documentId, fields, vector }: Point): Row => ({
  id,
  team: teamId,
  datasource: datasourceId,
  document: documentId,
  fields: packFields(toStoredFields(fields)),
  vector,
});

/** Upserts rows by id, all or none. */
async function upsertRows(tables: Tables, name: string, rows: Row[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const merge = async (table: Table) => {
    const result = await table.mergeInsert("id").whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows);
    await removeDuplicates(table, ids);
    return result;
  };
  if (await tables.withTable(name, merge)) return;
  const created = await tables.create(name, rows);
  if (created) await (await import("./upkeep")).indexColumns(created);
  else await tables.withTable(name, merge);
}

/**
 * LanceDB does not detect that two processes insert the same ids concurrently. The last to commit sees both, and keeps the
 * newer row of each id.
 */
async function removeDuplicates(table: Table, ids: string[]): Promise<void> {
  const where = isOneOf("id", ids);
  if ((await table.countRows(where)) <= ids.length) return;
  const newest = new Map<string, bigint>();
  const older: bigint[] = [];
  for (const { id, _rowid: rowId } of await table.query().where(where).select(["id"]).withRowId().toArray()) {
    const newestId = newest.get(id);
    if (newestId === undefined || newestId < rowId) newest.set(id, rowId);
    if (newestId !== undefined) older.push(newestId === newest.get(id) ? rowId : newestId);
  }
  if (older.length > 0) await table.delete(`_rowid in (${older.join(", ")})`);
}

async function deleteRows(table: Table, { teamId, datasourceId, documentIds }: Removal): Promise<void> {
  const scope = { teamId, datasourceIds: [datasourceId] };
  if (!documentIds) await table.delete(buildWhere(scope));
  for (let at = 0; documentIds && at < documentIds.length; at += documentsPerDelete)
    await table.delete(buildWhere({ ...scope, documentIds: documentIds.slice(at, at + documentsPerDelete) }));
}

async function findNearest(table: Table, where: string, { vector, k }: Search): Promise<VectorHit[]> {
  const rows = await table.countRows();
  const query = table.query().nearestTo(vector).column("vector").distanceType("cosine");
  const filtered = query.where(where).select(["id", "_distance"]).limit(k);
  const isExact = rows < indexFromRows || (await table.countRows(where)) <= maxExactRows;
  const found = await (isExact ? filtered.bypassVectorIndex() : filtered.nprobes(countProbes(rows))).toArray();
  return found.map(({ id, _distance }) => ({ id: String(id), score: 1 - Number(_distance) }));
}
