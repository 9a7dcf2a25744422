/** Ids of notifications that this page itself has marked as seen: it loads its list once they have collapsed. */
export const seenHere = new Set<string>();
