import { passagesDefault } from "@/lib/constants/datasources";
import type { Retriever } from "@/lib/contract/datasources/retrieval";

/** The default retriever. */
export const defaultRetriever: Retriever = {
  type: "raw",
  k: passagesDefault,
  scoreThreshold: 0,
  hybrid: true,
  filters: [],
};

/** Drops filters without a value. */
export const omitEmptyFilters = (retriever: Retriever): Retriever => ({
  ...retriever,
  filters: retriever.filters.filter(({ field }) => field.trim() !== ""),
});
