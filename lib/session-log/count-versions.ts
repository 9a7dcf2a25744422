import type { SessionLog } from "./state";

/** The server returns 50 earlier versions. */
const maxVersions = 51;

/** Number of versions of a user message: each replacement directly follows the rewind that voided the one before. */
export function countVersions(voids: SessionLog["voids"], seq: number): number {
  let count = 1;
  for (let at = seq; ; count += 1) {
    const rewind = voids.find(({ before }) => before === at - 1);
    if (!rewind || count === maxVersions) return count;
    at = rewind.after + 1;
  }
}
