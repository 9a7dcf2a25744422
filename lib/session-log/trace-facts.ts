import { formatCost } from "@/lib/utils/text/format-figures";

/** Facts about a row. */
export type Fact = [label: string, value: string];

type Value = string | number | null | undefined;

export const toText = (value: Value): string => (value === null || value === undefined ? "unknown" : String(value));
export const toOptionalFact = (label: string, value: Value): Fact[] =>
  value === null || value === undefined || value === "" ? [] : [[label, String(value)]];
export const formatTokens = (input: number | null, output: number | null) =>
  input === null && output === null ? "unknown" : `${toText(input)} in, ${toText(output)} out`;
export const formatTraceCost = (usd: number | null) =>
  typeof usd !== "number" ? "unknown" : usd > 0 && usd < 0.01 ? `$${usd.toFixed(6)}` : formatCost(usd);

/** Marks figures that the provider did not count. */
export const estimate = (estimated: boolean, figure: string): string => (estimated ? `${figure} (estimate)` : figure);
