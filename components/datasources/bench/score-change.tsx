import { ArrowDown, ArrowUp } from "lucide-react";

/** The change of a score, with a sign so that it does not depend on color. */
export function ScoreChange({ amount, unit }: { amount: number; unit: string }) {
  if (amount === 0) return null;
  return (
    <span className={`whitespace-nowrap font-normal text-label ${amount > 0 ? "text-success" : "text-danger"}`}>
      {amount > 0 ? "+" : "−"}
      {Math.abs(amount)}
      {unit}
    </span>
  );
}

/** Compares two ranks: lower is better, and null (not found) comes last. */
export const compareRanks = (rank: number | null, previous: number | null): number =>
  Math.sign((previous ?? Number.POSITIVE_INFINITY) - (rank ?? Number.POSITIVE_INFINITY)) || 0;

/** Whether a document ranks better or worse than before, as a word with an arrow. */
export function RankChange({ rank, previous }: { rank: number | null; previous: number | null }) {
  const change = compareRanks(rank, previous);
  if (change === 0) return null;
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span
      className={`flex items-center text-label sm:ml-2 sm:inline-flex ${change > 0 ? "text-success" : "text-danger"}`}
    >
      <Arrow aria-hidden className="size-3.5" /> {change > 0 ? "better" : "worse"}
    </span>
  );
}
