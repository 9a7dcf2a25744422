import { and, asc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Stage } from "@/lib/constants/datasources";
import type { StageNote } from "@/lib/contract/documents";
import { cutText } from "@/lib/utils/cut-text";
import { datasources, documents } from "../../datasources/table";
import type { Db, Tx } from "../../db/client";
import { fromNow } from "../../db/from-now";
import { attemptsMost, waitFor } from "../retry";
import { expectAsTaken, holdDatasource, stillAsTaken } from "./as-taken";
import type { DatasourceRow, DocumentRow, Work } from "./work";

const errorMost = 1_000;

const due = or(isNull(documents.nextRetry), lte(documents.nextRetry, sql`now()`));

/** Documents that stand at a stage and may go on now. */
export async function takeAt(work: Work, stage: Stage, limit: number): Promise<DocumentRow[]> {
  const { db, datasource } = work;
  await expectAsTaken(db, datasource);
  return db
    .select({
      ...getTableColumns(documents),
      // Megabytes, of which only parsing has any use.
      content: stage === "fetched" ? documents.content : sql<unknown>`null`,
    })
    .from(documents)
    .where(and(eq(documents.datasourceId, datasource.id), eq(documents.stage, stage), eq(documents.gone, false), due))
    .orderBy(asc(documents.id))
    .limit(limit);
}

/** The document as it was taken: not if it was fetched anew, deleted or skipped meanwhile. */
export const still = (row: Pick<DocumentRow, "id" | "generation" | "stage">) =>
  and(
    eq(documents.id, row.id),
    eq(documents.generation, row.generation),
    eq(documents.stage, row.stage),
    eq(documents.gone, false),
  );

export const note = (count: number, since: number): StageNote => ({
  count,
  ms: Math.round(performance.now() - since),
  at: new Date().toISOString(),
});

/**
 * Brings a document on to a stage; false when it is not where it was any more, or its datasource is made differently now.
 */
export async function advance(
  db: Pick<Db, "update">,
  datasource: DatasourceRow,
  row: DocumentRow,
  stage: Stage,
  notes: Partial<Record<Stage, StageNote>>,
  more: Partial<DocumentRow> = {},
): Promise<boolean> {
  const rows = await db
    .update(documents)
    .set({
      ...{ stage, error: null, failedStage: null, attempt: 0, nextRetry: null, dateUpdated: new Date() },
      ...more,
      stages: sql`${documents.stages} || ${JSON.stringify(notes)}::jsonb`,
    })
    .where(and(stillAsTaken(datasource), still(row)))
    .returning({ id: documents.id });
  return rows.length > 0;
}

/**
 * The same for many documents in one statement, which locks them in the order of their ids, so that two of these never wait
 * for each other; `more` are columns of `documents d`. Returns the ids of those brought on.
 */
export async function advanceAll(
  db: Pick<Db, "execute">,
  datasource: DatasourceRow,
  documentsOn: DocumentRow[],
  stage: Stage,
  notesOf: (row: DocumentRow) => Partial<Record<Stage, StageNote>>,
  more: Record<string, SQL> = {},
): Promise<string[]> {
  const list = <T>(of: (row: DocumentRow) => T) => sql.param(documentsOn.map(of));
  const set = Object.entries(more).map(([column, value]) => sql`, ${sql.identifier(column)} = ${value}`);
  const { rows } = await db.execute<{ id: string }>(sql`
    with taken as (
      select d.id, o.notes from documents d
      join unnest(${list(({ id }) => id)}::text[], ${list(({ generation }) => generation)}::int[],
        ${list((row) => row.stage)}::text[], ${list((row) => JSON.stringify(notesOf(row)))}::text[]) o (id, generation, stage, notes)
        on d.id = o.id and d.generation = o.generation and d.stage = o.stage and not d.gone
      where ${stillAsTaken(datasource)} order by d.id for no key update of d
    )
    update documents d set stage = ${stage}, error = null, failed_stage = null, attempt = 0, next_retry = null,
      date_updated = now(), stages = d.stages || taken.notes::jsonb ${sql.join(set, sql``)}
    from taken where d.id = taken.id
    returning d.id`);
  return rows.map(({ id }) => id);
}

/** One document has failed, for good or until its next try. `stage` is the one that it did not reach. */
export async function fail(
  db: Pick<Db, "update">,
  row: DocumentRow,
  stage: Stage,
  message: string,
  retryable: boolean,
): Promise<void> {
  const attempt = row.attempt + 1;
  const again = retryable && attempt < attemptsMost;
  await db
    .update(documents)
    .set({
      ...{ error: cutText(message, errorMost), failedStage: stage, attempt, dateUpdated: new Date() },
      stage: again ? row.stage : "failed",
      nextRetry: again ? fromNow(waitFor(attempt)) : null,
    })
    .where(still(row));
}

/** When the next document may be tried again; null: none waits. */
export async function nextRetryOf({ db, datasource }: Work): Promise<Date | null> {
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

/** Counts what is there anew: the figures of lists and meters. */
export async function recount(db: Db | Tx, datasourceId: string): Promise<void> {
  const of = sql`from ${documents} where ${documents.datasourceId} = ${datasourceId} and not ${documents.gone}`;
  await db.transaction(async (tx) => {
    // Held before it counts: whoever waits for the row with a count of before would write that.
    await holdDatasource(tx, datasourceId);
    await tx
      .update(datasources)
      .set({
        documentsTotal: sql`(select count(*) ${of})`,
        documentsStored: sql`(select count(*) ${of} and ${documents.stage} = 'stored')`,
        documentsFailed: sql`(select count(*) ${of} and ${documents.stage} = 'failed')`,
      })
      .where(eq(datasources.id, datasourceId));
  });
}
