import { sql } from "drizzle-orm";
import type { Filter } from "@/lib/contract/retrieval";
import type { Db } from "../../db/client";
import { fieldConditions } from "./field-conditions";

/** Words of a question that are looked for. */
const wordsMost = 24;
/** A word in more chunks than this says too little to be worth reading them all. */
const oftenMost = 5_000;

export interface TextHit {
  documentId: string;
  position: number;
  /** The higher the better; comparable within one answer only. */
  score: number;
}

/**
 * Chunks with words of the question, those first whose words are rare: each word counts by its inverse document frequency.
 * Words that stand nearly everywhere are left out where there are others.
 */
export async function searchText(
  db: Pick<Db, "execute">,
  {
    teamId,
    datasourceIds,
    query,
    k,
    filters,
  }: { teamId: string; datasourceIds: string[]; query: string; k: number; filters: Filter[] },
): Promise<TextHit[]> {
  const own = sql`c.team_id = ${teamId} and c.datasource_id = any(${sql.param(datasourceIds)}::text[])`;
  const { rows: words } = await db.execute<{ lexeme: string; n: number; total: number }>(sql`
    select w.lexeme, (
      select count(*)::int from (
        select 1 from chunks c where ${own} and c.words @@ quote_literal(w.lexeme)::tsquery limit ${oftenMost + 1}
      ) found
    ) n, (select coalesce(sum(d.chunk_count), 0)::int from documents d where d.datasource_id = any(${sql.param(datasourceIds)}::text[])) total
    from (select lexeme from unnest(to_tsvector('english', ${query})) limit ${wordsMost}) w`);
  const there = words.filter(({ n }) => n > 0).sort((a, b) => a.n - b.n);
  const rare = there.filter(({ n }) => n <= oftenMost);
  const used = rare.length > 0 ? rare : there.slice(0, 1);
  if (used.length === 0) return [];
  const weights = used.map(({ n, total }) => Math.log(1 + (Math.max(total, n) - n + 0.5) / (n + 0.5)));
  const any = sql`(select string_agg(quote_literal(lexeme), ' | ')::tsquery from unnest(${sql.param(used.map(({ lexeme }) => lexeme))}::text[]) lexeme)`;
  const { rows } = await db.execute<{ document_id: string; position: number; score: number }>(sql`
    with asked as (
      select quote_literal(lexeme)::tsquery word, weight
      from unnest(${sql.param(used.map(({ lexeme }) => lexeme))}::text[], ${sql.param(weights)}::float8[]) t (lexeme, weight)
    )
    select c.document_id, c.position,
      (select sum(weight) from asked where c.words @@ asked.word) + ts_rank(c.words, ${any}) score
    from chunks c join documents d on d.id = c.document_id and d.served = c.generation and not d.gone
    where ${own} and c.words @@ ${any} ${fieldConditions(filters)}
    order by score desc, c.document_id, c.position limit ${k}`);
  return rows.map(({ document_id, position, score }) => ({ documentId: document_id, position, score: Number(score) }));
}
