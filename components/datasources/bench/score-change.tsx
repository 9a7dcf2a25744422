import { ArrowDown, ArrowUp } from "lucide-react";

/** How much better or worse a figure is, with a sign so that it needs no color. */
export function ScoreChange({ by, unit }: { by: number; unit: string }) {
  if (by === 0) return null;
  return (
    <span className={`whitespace-nowrap font-normal text-label ${by > 0 ? "text-success" : "text-danger"}`}>
      {by > 0 ? "+" : "−"}
      {Math.abs(by)}
      {unit}
    </span>
  );
}

/** Compares two ranks: lower is better, and null (not found) comes last. */
export const compareRanks = (rank: number | null, than: number | null): number =>
  Math.sign((than ?? Number.POSITIVE_INFINITY) - (rank ?? Number.POSITIVE_INFINITY)) || 0;

/** Whether a document came higher or lower than before, in a word and an arrow. */
export function RankChange({ rank, than }: { rank: number | null; than: number | null }) {
  const turn = compareRanks(rank, than);
  if (turn === 0) return null;
  const Arrow = turn > 0 ? ArrowUp : ArrowDown;
  return (
    <span
      className={`flex items-center text-label sm:ml-2 sm:inline-flex ${turn > 0 ? "text-success" : "text-danger"}`}
    >
      <Arrow aria-hidden className="size-3.5" /> {turn > 0 ? "better" : "worse"}
    </span>
  );
}
