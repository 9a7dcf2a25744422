import type { documents } from "../../../platform/db/tables/documents";

const nextStages = {
  fetched: "its turn to be read",
  parsed: "its turn to be cut into chunks",
  chunked: "its turn to be embedded",
  embedded: "its turn to be stored",
} as const;

const isOpen = (stage: string): stage is keyof typeof nextStages => Object.hasOwn(nextStages, stage);

/** What a document waits for, to complete "Waits for"; null when it is done. */
export function describeWait(
  { stage, error, nextRetry }: Pick<typeof documents.$inferSelect, "stage" | "error" | "nextRetry">,
  isWorking: boolean,
): string | null {
  // Its error is already shown.
  if (!isOpen(stage)) return nextRetry ? "its next try" : null;
  if (nextRetry) return `its next try: ${error ?? "the last one failed"}`;
  return isWorking ? nextStages[stage] : "another sync: its job was stopped";
}
