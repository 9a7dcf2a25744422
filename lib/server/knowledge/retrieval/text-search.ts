import { type SQL, sql } from "drizzle-orm";
import type { Filter } from "@/lib/contract/retrieval";
import type { Db } from "../../db/client";
import { fieldConditions } from "./field-conditions";

/** Words of a question that are looked for. */
const wordsMost = 24;
/** A word in more chunks than this says too little to be worth reading them all. */
const oftenMost = 2_000;
/** So many chunks of a datasource are as good as more: what matters is which words are rare in it. */
const countedMost = 20_000;
/** Of so many that come first by their rare words, all words are looked at. */
const rankedMost = 400;

export interface TextHit {
  documentId: string;
  position: number;
  /** The higher the better; comparable within one answer only. */
  score: number;
}

interface Asked {
  teamId: string;
  datasourceIds: string[];
  query: string;
  k: number;
  filters: Filter[];
}

type Found = { document_id: string; position: number; score: number };

const ofTeam = ({ teamId, datasourceIds }: Asked): SQL =>
  sql`c.team_id = ${teamId} and c.datasource_id = any(${sql.param(datasourceIds)}::text[])`;

/** The document `d` of what `c` names, where it can be found so. */
const foundIn = (c: "c" | "hits", { filters }: Asked): SQL =>
  sql`d.id = ${sql.raw(c)}.document_id and d.served = ${sql.raw(c)}.generation and not d.gone ${fieldConditions(filters)}`;

const wordsOf = (query: string): SQL =>
  sql`(select lexeme, quote_literal(lexeme)::tsquery word from unnest(to_tsvector('english', ${query})) limit ${wordsMost})`;

/**
 * Chunks with words of the question that are rare here: each counts by its inverse document frequency. The index alone says
 * which chunks have a word; the chunks' own words are read of the best only, to tell apart those that are alike.
 */
const byRareWords = (asked: Asked): SQL => sql`
  with asked as materialized ${wordsOf(asked.query)},
  hits as materialized (
    select a.lexeme, h.* from asked a cross join lateral (
      select c.document_id, c.generation, c.position from chunks c
      where ${ofTeam(asked)} and c.words @@ a.word limit ${oftenMost + 1}
    ) h
  ),
  total as materialized (
    select count(*)::float8 n from (
      select from chunks where datasource_id = any(${sql.param(asked.datasourceIds)}::text[]) limit ${countedMost}
    ) counted
  ),
  rare as (select lexeme, count(*)::float8 n from hits group by lexeme having count(*) <= ${oftenMost}),
  best as materialized (
    select hits.document_id, hits.generation, hits.position,
      sum(ln(1 + (greatest(total.n, rare.n) - rare.n + 0.5) / (rare.n + 0.5))) weight
    from hits join rare using (lexeme) join documents d on ${foundIn("hits", asked)} cross join total
    group by 1, 2, 3 order by weight desc, 1, 3 limit ${rankedMost}
  )
  select document_id, position, weight + ts_rank(c.words, (select string_agg(word::text, ' | ')::tsquery from asked)) score
  from best join chunks c using (document_id, generation, position)
  order by score desc, document_id, position limit ${asked.k}`;

/** Where every word of the question is frequent: chunks that have all of them. Which ones, of very many, is left open. */
const byFrequentWords = (asked: Asked, joint: "&" | "|"): SQL => sql`
  with query as materialized (select string_agg(word::text, ${` ${joint} `})::tsquery words from ${wordsOf(asked.query)} w),
  these as materialized (
    select c.document_id, c.position, c.words
    from chunks c join documents d on ${foundIn("c", asked)}
    where ${ofTeam(asked)} and c.words @@ (select words from query) limit ${rankedMost}
  )
  select document_id, position, ts_rank(these.words, query.words) score from these cross join query
  order by score desc, document_id, position limit ${asked.k}`;

/**
 * Chunks with words of the question, those first whose words are rare. Words that stand nearly everywhere only decide
 * between chunks that are alike, where there are others.
 */
export async function searchText(db: Pick<Db, "execute">, asked: Asked): Promise<TextHit[]> {
  const ways = [byRareWords(asked), byFrequentWords(asked, "&"), byFrequentWords(asked, "|")];
  for (const way of ways) {
    const { rows } = await db.execute<Found>(way);
    if (rows.length > 0)
      return rows.map(({ document_id, position, score }) => ({
        ...{ documentId: document_id, position, score: Number(score) },
      }));
  }
  return [];
}
