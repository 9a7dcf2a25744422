/**
 * Rank constant, which dampens the weight of the first ranks. The usual 60 suits long lists of many searches: with two short
 * ones it prefers the middle of both to the top of either, and loses names and numbers that only keyword search finds.
 */
const smoothing = 5;

/** Reciprocal rank fusion of lists of keys, best first. */
export function fuse(lists: { keys: string[]; weight: number }[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { keys, weight } of lists)
    keys.forEach((key, i) => {
      scores.set(key, (scores.get(key) ?? 0) + weight / (smoothing + i + 1));
    });
  return scores;
}

/** The same, normalized so that ranking first in every list scores 1. */
export function fuseToOne(lists: { keys: string[]; weight: number }[]): Map<string, number> {
  const best = lists.reduce((sum, { weight }) => sum + weight / (smoothing + 1), 0);
  return new Map([...fuse(lists)].map(([key, score]) => [key, best === 0 ? 0 : score / best]));
}
