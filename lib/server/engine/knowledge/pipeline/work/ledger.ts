import { and, asc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Stage } from "@/lib/constants/datasources";
import type { StageNote } from "@/lib/contract/documents/schemas";
import { truncate } from "@/lib/utils/text/truncate";
import type { Db, Tx } from "../../../../platform/db/client";
import { timeFromNow } from "../../../../platform/db/query/time-from-now";
import { datasources } from "../../../../platform/db/tables/datasources";
import { documents } from "../../../../platform/db/tables/documents";
import { computeBackoff, maxAttempts } from "../../retry";
import { noFailure } from "./documents";
import { assertUnchangedSince, isUnchangedSince, lockDatasource } from "./unchanged-since";
import type { DatasourceRow, DocumentRow, Work } from "./work";

const maxError = 1_000;

const due = or(isNull(documents.nextRetry), lte(documents.nextRetry, sql`now()`));

/** Documents at a stage that may be processed now. */
export async function claimStage(work: Work, stage: Stage, limit: number): Promise<DocumentRow[]> {
  const { db, datasource } = work;
  await assertUnchangedSince(db, datasource);
  return db
    .select({
      ...getTableColumns(documents),
      // Megabytes that only parsing needs.
      content: stage === "fetched" ? documents.content : sql<unknown>`null`,
    })
    .from(documents)
    .where(and(eq(documents.datasourceId, datasource.id), eq(documents.stage, stage), eq(documents.gone, false), due))
    .orderBy(asc(documents.id))
    .limit(limit);
}

/** Whether the document is as it was claimed: not fetched again, deleted or skipped meanwhile. */
export const isStillClaimed = (row: Pick<DocumentRow, "id" | "generation" | "stage">) =>
  and(
    eq(documents.id, row.id),
    eq(documents.generation, row.generation),
    eq(documents.stage, row.stage),
    eq(documents.gone, false),
  );

export const toStageNote = (count: number, startedAt: number): StageNote => ({
  count,
  ms: Math.round(performance.now() - startedAt),
  at: new Date().toISOString(),
});

/** Advances a document to a stage; false when its stage or the datasource's settings have changed meanwhile. */
export async function advance(
  db: Pick<Db, "update">,
  datasource: DatasourceRow,
  row: DocumentRow,
  stage: Stage,
  notes: Partial<Record<Stage, StageNote>>,
  extraColumns: Partial<DocumentRow> = {},
): Promise<boolean> {
  const rows = await db
    .update(documents)
    .set({
      stage,
      ...noFailure,
      dateUpdated: new Date(),
      ...extraColumns,
      stages: sql`${documents.stages} || ${JSON.stringify(notes)}::jsonb`,
    })
    .where(and(isUnchangedSince(datasource), isStillClaimed(row)))
    .returning({ id: documents.id });
  return rows.length > 0;
}

/**
 * The same for many documents in one statement, which locks them in the order of their ids to avoid deadlocks; `more` are
 * columns of `documents d`. Returns the ids of those advanced.
 */
export async function advanceAll(
  db: Pick<Db, "execute">,
  datasource: DatasourceRow,
  documentRows: DocumentRow[],
  stage: Stage,
  toNotes: (row: DocumentRow) => Partial<Record<Stage, StageNote>>,
  more: Record<string, SQL> = {},
): Promise<string[]> {
  const toParam = <T>(toValue: (row: DocumentRow) => T) => sql.param(documentRows.map(toValue));
  const set = Object.entries(more).map(([column, value]) => sql`, ${sql.identifier(column)} = ${value}`);
  const { rows } = await db.execute<{ id: string }>(sql`
    with taken as (
      select d.id, o.notes from documents d
      join unnest(${toParam(({ id }) => id)}::text[], ${toParam(({ generation }) => generation)}::int[],
        ${toParam((row) => row.stage)}::text[], ${toParam((row) => JSON.stringify(toNotes(row)))}::text[]) o (id, generation, stage, notes)
        on d.id = o.id and d.generation = o.generation and d.stage = o.stage and not d.gone
      where ${isUnchangedSince(datasource)} order by d.id for no key update of d
    )
    update documents d set stage = ${stage}, error = null, failed_stage = null, attempt = 0, next_retry = null,
      date_updated = now(), stages = d.stages || taken.notes::jsonb ${sql.join(set, sql``)}
    from taken where d.id = taken.id
    returning d.id`);
  return rows.map(({ id }) => id);
}

/** Marks a document as failed, permanently or until its next attempt. `stage` is the one that it did not reach. */
export async function fail(
  db: Pick<Db, "update">,
  row: DocumentRow,
  stage: Stage,
  message: string,
  retryable: boolean,
): Promise<void> {
  const attempt = row.attempt + 1;
  const canRetry = retryable && attempt < maxAttempts;
  await db
    .update(documents)
    .set({
      error: truncate(message, maxError),
      failedStage: stage,
      attempt,
      dateUpdated: new Date(),
      stage: canRetry ? row.stage : "failed",
      nextRetry: canRetry ? timeFromNow(computeBackoff(attempt)) : null,
    })
    .where(isStillClaimed(row));
}

/** When the next document may be retried; null: none waits. */
export async function findNextRetry({ db, datasource }: Work): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<string | null>`min(${documents.nextRetry})` })
    .from(documents)
    .where(
      and(
        eq(documents.datasourceId, datasource.id),
        inArray(documents.stage, ["fetched", "parsed", "chunked", "embedded"]),
        eq(documents.gone, false),
      ),
    );
  return row?.at ? new Date(row.at) : null;
}

/** Recomputes the counts shown in lists and meters. */
export async function recount(db: Db | Tx, datasourceId: string): Promise<void> {
  const currentDocuments = sql`from ${documents} where ${documents.datasourceId} = ${datasourceId} and not ${documents.gone}`;
  await db.transaction(async (tx) => {
    // Locked before counting: a waiting transaction would otherwise write an outdated count.
    await lockDatasource(tx, datasourceId);
    await tx
      .update(datasources)
      .set({
        documentsTotal: sql`(select count(*) ${currentDocuments})`,
        documentsStored: sql`(select count(*) ${currentDocuments} and ${documents.stage} = 'stored')`,
        documentsFailed: sql`(select count(*) ${currentDocuments} and ${documents.stage} = 'failed')`,
      })
      .where(eq(datasources.id, datasourceId));
  });
}
