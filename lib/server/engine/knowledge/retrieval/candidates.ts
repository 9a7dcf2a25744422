import { and, eq, inArray, sql } from "drizzle-orm";
import type { Passage } from "@/lib/contract/datasources/retrieval";
import type { Reader } from "../../../platform/db/client";
import { datasources } from "../../../platform/db/tables/datasources";
import { chunks, documents } from "../../../platform/db/tables/documents";

export type Candidate = Passage & { at: Date | null; fields: Record<string, unknown> };

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Loads the hits that still exist, best first. */
export async function loadCandidates(
  db: Reader,
  teamId: string,
  datasourceIds: string[],
  fused: Map<string, number>,
  lists: { keys: string[]; by: "vector" | "text"; scores: Map<string, number> }[],
): Promise<Candidate[]> {
  const keys = [...fused.keys()];
  if (keys.length === 0) return [];
  const chunkRefs = keys.map((one) => [
    one.slice(0, one.lastIndexOf(".")),
    Number(one.slice(one.lastIndexOf(".") + 1)),
  ]);
  const requested = sql`(select * from unnest(${sql.param(chunkRefs.map(([id]) => id))}::text[], ${sql.param(chunkRefs.map(([, at]) => at))}::int[]))`;
  const key = sql<string>`${chunks.documentId} || '.' || ${chunks.position}`;
  const rows = await db
    .select({
      key,
      text: chunks.text,
      position: chunks.position,
      page: chunks.page,
      lastPage: chunks.lastPage,
      headings: chunks.headings,
      documentId: documents.id,
      datasourceId: documents.datasourceId,
      title: documents.title,
      uri: documents.uri,
      at: documents.sourceDate,
      fields: documents.fields,
    })
    .from(chunks)
    .innerJoin(documents, and(eq(documents.id, chunks.documentId), eq(documents.served, chunks.generation)))
    .innerJoin(datasources, eq(datasources.id, documents.datasourceId))
    .where(
      and(
        eq(datasources.teamId, teamId),
        inArray(datasources.id, datasourceIds),
        eq(documents.gone, false),
        sql`(${chunks.documentId}, ${chunks.position}) in ${requested}`,
      ),
    );
  const findRank = (by: "vector" | "text", one: string) => {
    const ranks = lists
      .filter((list) => list.by === by && list.scores.has(one))
      .map((list) => ({ rank: list.keys.indexOf(one) + 1, score: list.scores.get(one) ?? 0 }));
    return ranks.sort((a, b) => a.rank - b.rank)[0];
  };
  return rows
    .map(({ key: one, ...row }) => {
      const [vector, text] = [findRank("vector", one), findRank("text", one)];
      return {
        ...row,
        score: fused.get(one) ?? 0,
        vectorScore: vector?.score ?? null,
        vectorRank: vector?.rank ?? null,
        textScore: text?.score ?? null,
        textRank: text?.rank ?? null,
      };
    })
    .sort((a, b) => b.score - a.score || compareText(a.documentId, b.documentId) || a.position - b.position);
}
