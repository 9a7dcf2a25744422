import type { LoggedBody } from "@/lib/contract/session-events/events";
import type { RetrievedPassage } from "@/lib/contract/session-events/messages";
import type { VisitorCitation } from "@/lib/contract/session-events/visitor";

/** A passage that an answer cites by its number. Visitors get neither its document nor its scores. */
export type ThreadCitation = VisitorCitation & Partial<RetrievedPassage>;

/** One search of a tool, with its result. */
export type ThreadSearch = LoggedBody<"retrieval"> & { seq: number };

/** Returns the searches of a call, which are right before its result in the log. */
export function findSearchesBefore(endSeq: number | undefined, searches: readonly ThreadSearch[]): ThreadSearch[] {
  if (endSeq === undefined) return [];
  const bySeq = new Map(searches.map((search) => [search.seq, search]));
  const found: ThreadSearch[] = [];
  for (let seq = endSeq - 1, search = bySeq.get(seq); search; seq -= 1, search = bySeq.get(seq)) found.unshift(search);
  return found;
}

/** Returns all passages found so far, each once: those that a live answer can cite. */
export function findCitable(searches: readonly ThreadSearch[]): ThreadCitation[] {
  const byNumber = new Map(searches.flatMap(({ passages }) => passages.map((one) => [one.number, one] as const)));
  return [...byNumber.values()];
}

/**
 * Returns the search that found a cited passage. A later search can find the same passage, under the same number, with
 * other scores.
 */
export function findSearchFor(citation: ThreadCitation, searches: readonly ThreadSearch[]): ThreadSearch | undefined {
  const isSame = (one: ThreadCitation): boolean =>
    one.number === citation.number &&
    one.score === citation.score &&
    one.vectorScore === citation.vectorScore &&
    one.textScore === citation.textScore;
  return searches.findLast(({ passages }) => passages.some(isSame));
}
