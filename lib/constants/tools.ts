import type { RetrieverType } from "./datasources";

/** What a tool can be. Its type never changes. */
export const toolTypes = ["function", "rag", "http", "mcp", "builtin"] as const;
export type ToolType = (typeof toolTypes)[number];

export const toolTimeoutDefaultMs = 10_000;
export const environmentMost = 50;
export const allowedHostsMost = 50;
/** Saved test inputs of one tool. */
export const savedInputsMost = 20;
/** Of the newest calls of real runs, so many are offered as inputs. */
export const recordedInputsMost = 10;
/** How many inputs a comparison runs, each twice. */
export const comparedInputsMost = 20;
/** Newest revisions that come with their definitions. */
export const revisionsWhole = 20;
export const revisionsListed = 200;
export const revisionNoteMax = 500;

/** What each retriever does, in a few words. */
export const retrieverLabels: Record<RetrieverType, string> = {
  raw: "As asked",
  multi_query: "In other words too",
  self_query: "With conditions from the question",
  time_weighted: "Newer ones first",
};
