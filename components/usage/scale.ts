import type { Measure } from "./measures";

const dollars = { style: "currency", currency: "USD" } as const;
const parts = new Intl.NumberFormat("en", { ...dollars, maximumSignificantDigits: 2 });
const cents = new Intl.NumberFormat("en", { ...dollars, trailingZeroDisplay: "stripIfInteger" });
const counts = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** The next round figure that is not below `most`: 1, 2 or 5 times a power of ten. At least 1 of what is counted. */
export function scaleTop(measure: Measure, most: number): number {
  if (most <= 0) return 1;
  const least = measure === "cost" ? most : Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(least));
  // The quotient of two decimals may lie a hair above the figure it stands for.
  const step = [1, 2, 5, 10].find((figure) => least <= figure * power * (1 + 1e-9)) ?? 10;
  return step * power;
}

export const scaleLabel = (measure: Measure, value: number): string =>
  measure === "cost" ? (value < 0.01 ? parts : cents).format(value) : counts.format(value);
