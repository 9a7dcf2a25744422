import type { SessionLog } from "./state";

/** Number of versions of a user message: each replacement directly follows the rewind that voided the one before. */
export function countVersions(voids: SessionLog["voids"], seq: number): number {
  let count = 1;
  for (let at = seq; ; count += 1) {
    const rewind = voids.find(({ before }) => before === at - 1);
    if (!rewind) return count;
    at = rewind.after + 1;
  }
}
