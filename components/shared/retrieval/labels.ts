import type { RetrieverType } from "@/lib/constants/datasources";
import { retrieverLabels } from "@/lib/constants/tools";
import type { Filter, Passage } from "@/lib/contract/datasources/retrieval";

/** A label and a description for each retriever. */
export const retrieverDescriptions: Record<RetrieverType, { label: string; help: string }> = {
  raw: {
    label: retrieverLabels.raw,
    help: "Searches with the original question. Fastest, and best for most content.",
  },
  multi_query: {
    label: retrieverLabels.multi_query,
    help: "A model rephrases the question and searches all variants. Adds one model call.",
  },
  self_query: {
    label: retrieverLabels.self_query,
    help: "A model derives metadata filters from the question, such as a year or a status. For documents with metadata fields. Adds one model call.",
  },
  time_weighted: {
    label: retrieverLabels.time_weighted,
    help: "Ranks newer documents higher. For news, tickets and logs.",
  },
};

const signs: Record<Filter["op"], string> = {
  eq: "is",
  ne: "is not",
  gt: "is greater than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  in: "is one of",
};
export const filterOps = Object.entries(signs).map(([value, label]) => ({ value: value as Filter["op"], label }));

/** `year is at least 2024`. */
export const filterText = ({ field, op, value }: Filter): string =>
  `${field} ${signs[op]} ${Array.isArray(value) ? value.join(", ") : String(value)}`;

type PassageLocation = Partial<Pick<Passage, "page" | "lastPage" | "headings">>;

/** Returns a passage's location in its document: `Page 3 · Opening hours › Summer`, `Pages 3–4`. */
export function locationLabel({ page, lastPage, headings = [] }: PassageLocation): string {
  const pages = page == null ? "" : lastPage == null ? `Page ${page}` : `Pages ${page}–${lastPage}`;
  return [pages, headings.join(" › ")].filter(Boolean).join(" · ");
}
