type Scalar = string | number | boolean;

/** A passage as the log has it. */
interface Passage {
  text: string;
  score: number;
  documentId: string;
  datasourceId: string;
  title: string;
  uri: string | null;
  position: number;
  page: number | null;
  lastPage: number | null;
  headings: string[];
  vectorScore: number | null;
  textScore: number | null;
  vectorRank: number | null;
  textRank: number | null;
}

/** A passage that an answer cites by its number. A visitor is told neither where it lies nor how it was found. */
export interface ThreadCitation extends Partial<Omit<Passage, "title" | "text" | "page" | "lastPage">> {
  number: number;
  title: string;
  text: string;
  page: number | null;
  lastPage: number | null;
}

/** One search of a tool, with what became of it. */
export interface ThreadSearch {
  seq: number;
  tool: string;
  query: string;
  queries: string[];
  filters: { field: string; op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in"; value: Scalar | Scalar[] }[];
  passages: (Passage & { number: number })[];
  dropped: (Passage & { reason: string })[];
  ms: { embed: number; vectors: number; text: number; total: number };
}

/** What the log says of a search; the server wrote it by the same shape. */
export const searchOf = (seq: number, body: Record<string, unknown>): ThreadSearch =>
  ({ ...body, seq }) as unknown as ThreadSearch;

/** The searches of a call: they stand in the log right before its result. */
export function searchesBefore(endSeq: number | undefined, searches: readonly ThreadSearch[]): ThreadSearch[] {
  if (endSeq === undefined) return [];
  const bySeq = new Map(searches.map((search) => [search.seq, search]));
  const found: ThreadSearch[] = [];
  for (let seq = endSeq - 1, search = bySeq.get(seq); search; seq -= 1, search = bySeq.get(seq)) found.unshift(search);
  return found;
}

/** All passages that were found so far, each once: what an answer that is being written may cite. */
export function citableOf(searches: readonly ThreadSearch[]): ThreadCitation[] {
  const byNumber = new Map(searches.flatMap(({ passages }) => passages.map((one) => [one.number, one] as const)));
  return [...byNumber.values()];
}

/** The search that a citation is of. A passage keeps its number where a later question finds it again, otherwise. */
export function searchOfCitation(
  citation: ThreadCitation,
  searches: readonly ThreadSearch[],
): ThreadSearch | undefined {
  const isIt = (one: ThreadCitation): boolean =>
    one.number === citation.number &&
    one.score === citation.score &&
    one.vectorScore === citation.vectorScore &&
    one.textScore === citation.textScore;
  return searches.findLast(({ passages }) => passages.some(isIt));
}
