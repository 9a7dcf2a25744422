/** Ids of notifications that this page has marked as seen. It reloads its list itself, once they have collapsed. */
export const seenOnThisPage = new Set<string>();
