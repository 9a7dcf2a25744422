import { and, asc, eq, gt, gte, isNotNull } from "drizzle-orm";
import { pluralize } from "@/lib/utils/text/pluralize";
import { isInBuiltinStore, type MoveRecord, writeMove } from "../../engine/knowledge/vectors/builtin/record";
import type { BuiltinStore, Collection, Point, Scope } from "../../engine/knowledge/vectors/shared/types";
import type { Db } from "../../platform/db/client";
import { datasources } from "../../platform/db/tables/datasources";
import { documents } from "../../platform/db/tables/documents";
import { countChunks } from "./check-vectors";

const datasourcesPerPage = 100;
const documentsPerPage = 1_000;
/** Per step, after which the progress is recorded. */
const chunksPerStep = 2_000;
const documentsPerStep = 200;
const pointsPerWrite = 500;

interface Copy {
  db: Db;
  from: BuiltinStore;
  to: BuiltinStore;
  move: MoveRecord;
  report: (line: string) => void;
}

interface Copied {
  datasources: number;
  vectors: number;
  /** IDs of data sources that lacked vectors before. */
  incomplete: string[];
}

type DocumentRow = Pick<typeof documents.$inferSelect, "id" | "fields" | "storedChunks">;

/** Copies the vectors of all stored documents, from where an interrupted copy ended. Writing a vector again replaces it. */
export async function copyVectors(copy: Copy): Promise<Copied> {
  const result: Copied = { datasources: 0, vectors: 0, incomplete: [] };
  const { db, move } = copy;
  for (let start = move.datasourceId, isFirst = true; ; isFirst = false) {
    const { id, teamId, collection } = datasources;
    const rows = await db
      .select({ id, teamId, collection })
      .from(datasources)
      .where(and(isInBuiltinStore, isFirst ? gte(id, start) : gt(id, start)))
      .orderBy(asc(id))
      .limit(datasourcesPerPage);
    for (const row of rows) {
      if (!row.collection) continue;
      const vectors = await copyDatasource(copy, row.collection, { teamId: row.teamId, datasourceId: row.id });
      copy.report(`  ${row.id}  ${pluralize(vectors.count, "vector")}`);
      result.datasources += 1;
      result.vectors += vectors.count;
      if (!vectors.isComplete) result.incomplete.push(row.id);
    }
    start = rows.at(-1)?.id ?? "";
    if (rows.length < datasourcesPerPage) return result;
  }
}

async function copyDatasource(copy: Copy, collection: Collection, scope: Scope) {
  const { db, from, to, move } = copy;
  const { datasourceId } = scope;
  let after = move.datasourceId === datasourceId ? move.documentId : "";
  for (;;) {
    const { id, fields, storedChunks } = documents;
    const own = and(eq(documents.datasourceId, datasourceId), isNotNull(documents.served), gt(storedChunks, 0));
    const page = await db
      .select({ id, fields, storedChunks })
      .from(documents)
      .where(and(own, gt(id, after)))
      .orderBy(asc(id))
      .limit(documentsPerPage);
    for (const rows of toSteps(page)) {
      await copyDocuments(copy, collection, scope, rows);
      after = rows.at(-1)?.id ?? after;
      Object.assign(move, { datasourceId, documentId: after });
      await writeMove(db, move);
    }
    if (page.length < documentsPerPage) break;
  }
  const [count, before] = [await to.count(collection, scope), await from.count(collection, scope)];
  const expected = (await countChunks(db, [datasourceId])).get(datasourceId) ?? 0;
  if (count < Math.min(expected, before))
    throw new Error(
      `Only ${count} of ${Math.min(expected, before)} vectors of ${datasourceId} were copied. Run the command again.`,
    );
  return { count, isComplete: count === expected };
}

async function copyDocuments({ from, to }: Copy, collection: Collection, scope: Scope, rows: DocumentRow[]) {
  const fields = new Map(rows.map((row) => [row.id, row.fields]));
  let points: Point[] = [];
  for await (const vector of from.read(collection, { ...scope, documentIds: [...fields.keys()] })) {
    points.push({ ...vector, ...scope, fields: fields.get(vector.documentId) ?? {} });
    if (points.length < pointsPerWrite) continue;
    await to.upsert(collection, points);
    points = [];
  }
  if (points.length > 0) await to.upsert(collection, points);
}

/** Splits documents by the number of their chunks. */
function toSteps(rows: DocumentRow[]): DocumentRow[][] {
  const steps: DocumentRow[][] = [];
  let chunks = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const last = steps.at(-1);
    if (last && last.length < documentsPerStep && chunks + row.storedChunks <= chunksPerStep) last.push(row);
    else {
      steps.push([row]);
      chunks = 0;
    }
    chunks += row.storedChunks;
  }
  return steps;
}
