import { type SQL, sql } from "drizzle-orm";
import type { Filter } from "@/lib/contract/datasources/retrieval";
import type { Reader } from "../../../platform/db/client";
import { toFieldConditions } from "./field-conditions";

/** Maximum words of a question. */
const maxWords = 24;
/** A word in more chunks than this is too common to read them all. */
const maxFrequency = 2_000;
/** Document frequencies are counted in at most this many chunks: only rarity matters. */
const maxCounted = 20_000;
/** Candidates by rare words that are then ranked by all words. */
const maxRanked = 400;

interface TextSearch {
  teamId: string;
  datasourceIds: string[];
  query: string;
  k: number;
  filters: Filter[];
}

const hit = {
  documentId: sql<string>`hits.document_id`,
  position: sql<number>`hits.position`,
  /** Comparable within one result only. */
  score: sql`hits.score`.mapWith(Number),
};

const teamCondition = ({ teamId, datasourceIds }: TextSearch): SQL =>
  sql`c.team_id = ${teamId} and c.datasource_id = any(${sql.param(datasourceIds)}::text[])`;

/** The document `d` of a chunk, if it is searchable. */
const isSearchable = (c: "c" | "hits", { filters }: TextSearch): SQL =>
  sql`d.id = ${sql.raw(c)}.document_id and d.served = ${sql.raw(c)}.generation and not d.gone ${toFieldConditions(filters)}`;

const parseWords = (query: string): SQL =>
  sql`(select lexeme, quote_literal(lexeme)::tsquery word from unnest(to_tsvector('english', ${query})) limit ${maxWords})`;

/**
 * Chunks that contain rare words of the question, weighted by inverse document frequency. The index yields the candidates; only
 * the best ones' own words are read, to rank similar ones.
 */
const searchRareWords = (search: TextSearch): SQL => sql`
  with asked as materialized ${parseWords(search.query)},
  hits as materialized (
    select a.lexeme, h.* from asked a cross join lateral (
      select c.document_id, c.generation, c.position from chunks c
      where ${teamCondition(search)} and c.words @@ a.word limit ${maxFrequency + 1}
    ) h
  ),
  total as materialized (
    select count(*)::float8 n from (
      select from chunks where datasource_id = any(${sql.param(search.datasourceIds)}::text[]) limit ${maxCounted}
    ) counted
  ),
  rare as (select lexeme, count(*)::float8 n from hits group by lexeme having count(*) <= ${maxFrequency}),
  best as materialized (
    select hits.document_id, hits.generation, hits.position,
      sum(ln(1 + (greatest(total.n, rare.n) - rare.n + 0.5) / (rare.n + 0.5))) weight
    from hits join rare using (lexeme) join documents d on ${isSearchable("hits", search)} cross join total
    group by 1, 2, 3 order by weight desc, 1, 3 limit ${maxRanked}
  )
  select document_id, position, weight + ts_rank(c.words, (select string_agg(word::text, ' | ')::tsquery from asked)) score
  from best join chunks c using (document_id, generation, position)
  order by score desc, document_id, position limit ${search.k}`;

/** Fallback when every word is frequent: chunks that contain all of them, in no particular order. */
const searchFrequentWords = (search: TextSearch, operator: "&" | "|"): SQL => sql`
  with query as materialized (select string_agg(word::text, ${` ${operator} `})::tsquery words from ${parseWords(search.query)} w),
  these as materialized (
    select c.document_id, c.position, c.words
    from chunks c join documents d on ${isSearchable("c", search)}
    where ${teamCondition(search)} and c.words @@ (select words from query) limit ${maxRanked}
  )
  select document_id, position, ts_rank(these.words, query.words) score from these cross join query
  order by score desc, document_id, position limit ${search.k}`;

/**
 * Chunks that contain words of the question, rare words first. Very frequent words only break ties, unless there are no others.
 */
export async function searchText(db: Reader, search: TextSearch) {
  const queries = [searchRareWords(search), searchFrequentWords(search, "&"), searchFrequentWords(search, "|")];
  for (const query of queries) {
    const hits = await db.select(hit).from(sql`(${query}) hits`);
    if (hits.length > 0) return hits;
  }
  return [];
}
