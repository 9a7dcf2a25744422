import type { documents } from "../../../platform/db/tables/documents";

const nextStages = {
  fetched: "parsing",
  parsed: "chunking",
  chunked: "embedding",
  embedded: "storage",
} as const;

const isOpen = (stage: string): stage is keyof typeof nextStages => Object.hasOwn(nextStages, stage);

/** What a document waits for, to complete "Waits for"; null when it is done. */
export function describeWait(
  { stage, error, nextRetry }: Pick<typeof documents.$inferSelect, "stage" | "error" | "nextRetry">,
  isWorking: boolean,
): string | null {
  // Its error is already shown.
  if (!isOpen(stage)) return nextRetry ? "the next attempt" : null;
  if (nextRetry) return `the next attempt: ${error ?? "the last one failed"}`;
  return isWorking ? nextStages[stage] : "another sync because the last job was canceled";
}
