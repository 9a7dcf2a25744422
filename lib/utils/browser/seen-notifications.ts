/** Ids of notifications that this page has marked as seen. It reloads its own list once they have collapsed. */
export const seenOnThisPage = new Set<string>();
