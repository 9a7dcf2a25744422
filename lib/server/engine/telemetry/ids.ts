import { createHash } from "node:crypto";

const digest = (...names: string[]): string => createHash("sha256").update(JSON.stringify(names)).digest("hex");

/**
 * Ids derived from the run and what the log names, so that the spans of a run that another process resumes belong together, and
 * a span that would be sent twice has the same id.
 */
export const toTraceId = (runId: string): string => digest("trace", runId).slice(0, 32);

export const toSpanId = (runId: string, ...names: string[]): string => digest("span", runId, ...names).slice(0, 16);
