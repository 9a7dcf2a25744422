import { passagesDefault } from "@/lib/constants/datasources";
import type { Retriever } from "@/lib/contract/retrieval";

/** A retriever that nobody has changed. */
export const retrieverDefault: Retriever = {
  type: "raw",
  k: passagesDefault,
  scoreThreshold: 0,
  hybrid: true,
  filters: [],
};

/** Conditions that were not finished are not sent. */
export const finished = (retriever: Retriever): Retriever => ({
  ...retriever,
  filters: retriever.filters.filter(({ field }) => field.trim() !== ""),
});
