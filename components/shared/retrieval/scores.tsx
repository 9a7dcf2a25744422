import type { Passage } from "@/lib/contract/datasources/retrieval";

type Scored = Pick<Passage, "score" | "vectorScore" | "textScore" | "vectorRank" | "textRank">;

const formatScore = (score: number): string => score.toFixed(Math.abs(score) < 0.1 ? 3 : 2);

const formatMatch = (score: number | null, rank: number | null): string =>
  score === null ? "not found" : `${formatScore(score)}${rank === null ? "" : ` (#${rank})`}`;

/** A passage's scores: by vectors, by words, and combined. */
export function Scores({ of: passage }: { of: Scored }) {
  const facts = [
    ["Vector", formatMatch(passage.vectorScore, passage.vectorRank)],
    ["Keyword", formatMatch(passage.textScore, passage.textRank)],
    ["Combined", formatScore(passage.score)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-label text-muted tabular-nums">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-1">
          <dt className="text-faint">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
