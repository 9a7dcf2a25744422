import type { documents } from "../../../platform/db/tables/documents";

const nextStages = {
  fetched: "to be read",
  parsed: "to be chunked",
  chunked: "to be embedded",
  embedded: "to be stored",
} as const;

const isOpen = (stage: string): stage is keyof typeof nextStages => Object.hasOwn(nextStages, stage);

/** What a document waits for, to complete "Waiting"; null when it is done. */
export function describeWait(
  { stage, error, nextRetry }: Pick<typeof documents.$inferSelect, "stage" | "error" | "nextRetry">,
  isWorking: boolean,
): string | null {
  // Its error is already shown.
  if (!isOpen(stage)) return nextRetry ? "for the next attempt" : null;
  if (nextRetry) return `for the next attempt: ${error ?? "the last one failed"}`;
  return isWorking ? nextStages[stage] : "for another sync because the last job was canceled";
}
