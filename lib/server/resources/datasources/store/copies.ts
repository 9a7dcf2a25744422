import { type SQL, sql } from "drizzle-orm";
import type { Db, Reader, Tx } from "../../../platform/db/client";
import { newId } from "../../../platform/ids/ids";

/** Matches the documents `d` that a trial copies: not those skipped or never fetched. */
const matchesCopied = (datasourceId: string): SQL =>
  sql`d.datasource_id = ${datasourceId} and not d.gone and d.stage <> 'skipped' and d.content_hash <> ''`;

/** Matches a document in two datasources: `o` is the original, `c` its copy. */
const sameDocument = sql`c.stream = o.stream and md5(c.key) = md5(o.key) and c.key = o.key`;

/** Copies documents to a trial. Files are shared with the originals and never deleted with a copy. */
export async function copyDocuments(tx: Tx, datasourceId: string, trialId: string): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select d.id from documents d where ${matchesCopied(datasourceId)}`,
  );
  const ids = rows.map(({ id }) => id);
  await tx.execute(sql`
    insert into documents (id, team_id, datasource_id, stream, key, title, uri, file_key, filename, content, content_hash,
      fields, stages, bytes, source_date)
    select n.id, d.team_id, ${trialId}, d.stream, d.key, d.title, d.uri, d.file_key, d.filename, d.content, d.content_hash,
      d.fields, jsonb_strip_nulls(jsonb_build_object('fetched', d.stages -> 'fetched')), d.bytes, d.source_date
    from unnest(${sql.param(ids)}::text[], ${sql.param(ids.map(() => newId("document")))}::text[]) n (old, id)
      join documents d on d.id = n.old`);
}

/** Whether the documents have changed since they were copied. */
export async function haveChanged(db: Pick<Db, "execute">, datasourceId: string, trialId: string): Promise<boolean> {
  const now = sql`select d.stream, d.key, d.content_hash from documents d where ${matchesCopied(datasourceId)}`;
  const then = sql`select d.stream, d.key, d.content_hash from documents d where d.datasource_id = ${trialId}`;
  const { rows } = await db.execute<{ changed: boolean }>(
    sql`select exists ((${now} except ${then}) union all (${then} except ${now})) changed`,
  );
  return rows[0]?.changed === true;
}

/** The copies of these documents by the originals' ids; newer documents have none. */
export async function findCopies(db: Reader, datasourceId: string, trialId: string, ids: string[]) {
  const rows = await db
    .select({ original: sql<string>`o.id`, copy: sql<string>`c.id` })
    .from(sql`documents o join documents c on c.datasource_id = ${trialId} and ${sameDocument}`)
    .where(sql`o.datasource_id = ${datasourceId} and o.id = any(${sql.param(ids)}::text[])`);
  return new Map(rows.map(({ original, copy }) => [original, copy]));
}

/**
 * Copies the trial's chunks to documents that are to be chunked again, where contents are equal. The generation is higher than
 * any that a worker may be writing.
 */
export async function copyChunks(tx: Tx, datasourceId: string, trialId: string): Promise<void> {
  await tx.execute(sql`
    with taken as (
      update documents o set stage = 'chunked', generation = o.generation + 1, chunk_count = c.chunk_count,
        stages = o.stages || (c.stages - 'fetched' - 'embedded' - 'stored'), date_updated = now()
      from documents c
      where o.datasource_id = ${datasourceId} and o.stage = 'fetched' and not o.gone and c.datasource_id = ${trialId}
        and c.stage = 'stored' and ${sameDocument} and c.content_hash = o.content_hash
      returning o.id, o.generation, c.id copy, c.served
    )
    update chunks k set document_id = taken.id, generation = taken.generation, datasource_id = ${datasourceId}
    from taken where k.document_id = taken.copy and k.generation = taken.served`);
}
