import type { RetrieverType } from "./datasources";

/** The types of tools. A tool's type never changes. */
export const toolTypes = ["function", "rag", "http", "mcp", "builtin"] as const;
export type ToolType = (typeof toolTypes)[number];

export const toolTimeoutDefaultMs = 10_000;
export const maxEnvironment = 50;
export const maxAllowedHosts = 50;
/** Saved test inputs of one tool. */
export const maxSavedInputs = 20;
/** Number of recent calls offered as test inputs. */
export const maxRecordedInputs = 10;
/** Maximum inputs of a comparison; each runs twice. */
export const maxComparedInputs = 20;
/** Number of newest revisions listed with their definitions. */
export const maxWholeRevisions = 20;
export const maxListedRevisions = 200;
export const revisionNoteMax = 500;

/** Short labels of the retrievers. */
export const retrieverLabels: Record<RetrieverType, string> = {
  raw: "Standard",
  multi_query: "Multi-query",
  self_query: "Self-query (metadata filters)",
  time_weighted: "Time-weighted",
};
