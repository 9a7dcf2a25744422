import { type SQL, sql } from "drizzle-orm";
import type { Filter } from "@/lib/contract/datasources/retrieval";
import type { Db } from "../../../platform/db/client";
import { fieldConditions } from "./field-conditions";

/** Maximum words of a question. */
const maxWords = 24;
/** A word in more chunks than this is too common to read them all. */
const maxOften = 2_000;
/** Document frequencies are counted in at most this many chunks: only rarity matters. */
const maxCounted = 20_000;
/** Candidates by rare words that are then ranked by all words. */
const maxRanked = 400;

interface TextHit {
  documentId: string;
  position: number;
  /** Comparable within one result only. */
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

/** The document `d` of a chunk, if it is searchable. */
const foundIn = (c: "c" | "hits", { filters }: Asked): SQL =>
  sql`d.id = ${sql.raw(c)}.document_id and d.served = ${sql.raw(c)}.generation and not d.gone ${fieldConditions(filters)}`;

const wordsOf = (query: string): SQL =>
  sql`(select lexeme, quote_literal(lexeme)::tsquery word from unnest(to_tsvector('english', ${query})) limit ${maxWords})`;

/**
 * Chunks that contain rare words of the question, weighted by inverse document frequency. The index yields the candidates; only
 * the best ones' own words are read, to rank similar ones.
 */
const byRareWords = (asked: Asked): SQL => sql`
  with asked as materialized ${wordsOf(asked.query)},
  hits as materialized (
    select a.lexeme, h.* from asked a cross join lateral (
      select c.document_id, c.generation, c.position from chunks c
      where ${ofTeam(asked)} and c.words @@ a.word limit ${maxOften + 1}
    ) h
  ),
  total as materialized (
    select count(*)::float8 n from (
      select from chunks where datasource_id = any(${sql.param(asked.datasourceIds)}::text[]) limit ${maxCounted}
    ) counted
  ),
  rare as (select lexeme, count(*)::float8 n from hits group by lexeme having count(*) <= ${maxOften}),
  best as materialized (
    select hits.document_id, hits.generation, hits.position,
      sum(ln(1 + (greatest(total.n, rare.n) - rare.n + 0.5) / (rare.n + 0.5))) weight
    from hits join rare using (lexeme) join documents d on ${foundIn("hits", asked)} cross join total
    group by 1, 2, 3 order by weight desc, 1, 3 limit ${maxRanked}
  )
  select document_id, position, weight + ts_rank(c.words, (select string_agg(word::text, ' | ')::tsquery from asked)) score
  from best join chunks c using (document_id, generation, position)
  order by score desc, document_id, position limit ${asked.k}`;

/** Fallback when every word is frequent: chunks that contain all of them, in no particular order. */
const byFrequentWords = (asked: Asked, joint: "&" | "|"): SQL => sql`
  with query as materialized (select string_agg(word::text, ${` ${joint} `})::tsquery words from ${wordsOf(asked.query)} w),
  these as materialized (
    select c.document_id, c.position, c.words
    from chunks c join documents d on ${foundIn("c", asked)}
    where ${ofTeam(asked)} and c.words @@ (select words from query) limit ${maxRanked}
  )
  select document_id, position, ts_rank(these.words, query.words) score from these cross join query
  order by score desc, document_id, position limit ${asked.k}`;

/**
 * Chunks that contain words of the question, rare words first. Very frequent words only break ties, unless there are no others.
 */
export async function searchText(db: Pick<Db, "execute">, asked: Asked): Promise<TextHit[]> {
  const ways = [byRareWords(asked), byFrequentWords(asked, "&"), byFrequentWords(asked, "|")];
  for (const way of ways) {
    const { rows } = await db.execute<Found>(way);
    if (rows.length > 0)
      return rows.map(({ document_id, position, score }) => ({
        documentId: document_id,
        position,
        score: Number(score),
      }));
  }
  return [];
}
