/**
 * So that the first places do not count for everything. The usual 60 is for long lists of many searches: of two short ones
 * it puts what is in the middle of both before the first of either, and names and numbers that only the words find are lost.
 */
const smoothing = 5;

/** Reciprocal rank fusion: what stands high in several lists comes first. Each list is of keys, best first. */
export function fuse(lists: { keys: string[]; weight: number }[]): Map<string, number> {
  const scores = new Map<string, number>();
  for (const { keys, weight } of lists)
    keys.forEach((key, i) => {
      scores.set(key, (scores.get(key) ?? 0) + weight / (smoothing + i + 1));
    });
  return scores;
}

/** The same, so that the first place in every list is 1. */
export function fuseToOne(lists: { keys: string[]; weight: number }[]): Map<string, number> {
  const best = lists.reduce((sum, { weight }) => sum + weight / (smoothing + 1), 0);
  return new Map([...fuse(lists)].map(([key, score]) => [key, best === 0 ? 0 : score / best]));
}
