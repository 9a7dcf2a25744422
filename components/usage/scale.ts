import type { Measure } from "./measures";

const dollars = { style: "currency", currency: "USD" } as const;
const parts = new Intl.NumberFormat("en", { ...dollars, maximumSignificantDigits: 2 });
const cents = new Intl.NumberFormat("en", { ...dollars, trailingZeroDisplay: "stripIfInteger" });
const counts = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** Returns the smallest 1, 2 or 5 times a power of ten that is not below `maxValue`; at least 1 for counts. */
export function scaleTop(measure: Measure, maxValue: number): number {
  if (maxValue <= 0) return 1;
  const minTop = measure === "cost" ? maxValue : Math.max(1, maxValue);
  const power = 10 ** Math.floor(Math.log10(minTop));
  // Floating-point division may be slightly above the exact quotient.
  const step = [1, 2, 5, 10].find((figure) => minTop <= figure * power * (1 + 1e-9)) ?? 10;
  return step * power;
}

export const scaleLabel = (measure: Measure, value: number): string =>
  measure === "cost" ? (value < 0.01 ? parts : cents).format(value) : counts.format(value);
