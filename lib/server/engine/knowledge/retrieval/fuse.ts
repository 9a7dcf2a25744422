/**
 * Rank constant, which dampens the weight of the first ranks. The usual 60 suits long lists of many searches: with two short
 * ones it prefers the middle of both to the top of either, and loses names and numbers that only keyword search finds.
 */
const rankConstant = 5;

/** Reciprocal rank fusion of lists of keys, best first. */
export function fuseRanks(lists: { keys: string[]; weight: number }[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { keys, weight } of lists)
    keys.forEach((key, i) => {
      scores.set(key, (scores.get(key) ?? 0) + weight / (rankConstant + i + 1));
    });
  return scores;
}

/** The same, normalized so that ranking first in every list scores 1. */
export function fuseNormalized(lists: { keys: string[]; weight: number }[]): Map<string, number> {
  const maxScore = lists.reduce((sum, { weight }) => sum + weight / (rankConstant + 1), 0);
  return new Map([...fuseRanks(lists)].map(([key, score]) => [key, maxScore === 0 ? 0 : score / maxScore]));
}
