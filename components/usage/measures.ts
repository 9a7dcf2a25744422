import type { UsageFigures } from "@/lib/contract/usage/schemas";
import { formatCost, formatCount } from "@/lib/utils/text/format-figures";

export const measures = ["cost", "tokens", "runs"] as const;
export type Measure = (typeof measures)[number];

export const measureLabel: Record<Measure, string> = { cost: "Cost", tokens: "Tokens", runs: "Runs" };

export function findAmount(measure: Measure, { costUsd, inputTokens, outputTokens, runs }: UsageFigures): number {
  if (measure === "cost") return costUsd;
  return measure === "tokens" ? inputTokens + outputTokens : runs;
}

export const formatMeasure = (measure: Measure, value: number): string =>
  measure === "cost" ? formatCost(value) : formatCount(value);
