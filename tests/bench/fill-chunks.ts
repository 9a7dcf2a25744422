import type pg from "pg";
import type { DatasourceRow } from "@/lib/server/engine/knowledge/source-settings";
import type { VectorStore } from "@/lib/server/engine/knowledge/vectors/shared/types";
import { dimensions, randomVectors } from "./vectors";

const chunksPerDocument = 20;
const pointsAtOnce = 2_000;

/**
 * Chunks of some 120 words, drawn so that few words are in nearly every chunk and most in hardly one, as in a language;
 * `word1` is the most frequent.
 */
export async function fillTexts(pool: pg.Pool, { id, teamId }: DatasourceRow, count: number): Promise<void> {
  await pool.query("select setseed(0.5)");
  await pool.query(
    `insert into documents (id, team_id, datasource_id, key, title, content_hash, stage, served, chunk_count, stored_chunks, fields)
     select $2 || '_filled_' || n, $1, $2, 'filled ' || n, 'Filled ' || n, n::text, 'stored', 1, $4, $4,
       jsonb_build_object('n', n, 'status', case when n % 3 = 0 then 'open' else 'closed' end)
     from generate_series(0, $3::int / $4::int - 1) n`,
    [teamId, id, count, chunksPerDocument],
  );
  await pool.query(
    `insert into chunks (document_id, generation, position, team_id, datasource_id, text, start, stop, hash)
     select $2 || '_filled_' || (n / $4::int), 1, n % $4::int, $1, $2,
       (select string_agg('word' || ceil(exp(random() * 10.8))::int, ' ') from generate_series(1, 120) w where w > 0 * n) || ' number' || n,
       0, 0, n::text
     from generate_series(0, $3::int - 1) n`,
    [teamId, id, count, chunksPerDocument],
  );
  await pool.query("vacuum analyze chunks");
  await pool.query("analyze documents");
}

/** Puts chunks and their vectors where the pipeline leaves them. */
export async function fill(to: {
  pool: pg.Pool;
  store: VectorStore & { idle(): Promise<void> };
  row: DatasourceRow;
  chunks: number;
  seed: number;
}): Promise<void> {
  const { pool, store, row, chunks, seed } = to;
  await fillTexts(pool, row, chunks);
  const { collection, teamId, id } = row;
  if (collection?.dimensions !== dimensions) throw new Error("This collection has vectors of another length.");
  const vectors = randomVectors(seed);
  for (let at = 0; at < chunks; at += pointsAtOnce) {
    const points = Array.from({ length: Math.min(pointsAtOnce, chunks - at) }, (_, i) => {
      const n = at + i;
      const document = Math.floor(n / chunksPerDocument);
      const documentId = `${id}_filled_${document}`;
      const fields = { n: document, status: document % 3 === 0 ? "open" : "closed" };
      return {
        id: `${documentId}.${n % chunksPerDocument}`,
        vector: vectors.next(n),
        teamId,
        datasourceId: id,
        documentId,
        fields,
      };
    });
    await store.upsert(collection, points);
  }
  await store.idle();
}
