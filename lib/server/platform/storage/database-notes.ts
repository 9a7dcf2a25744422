/** A subfolder that records the databases using a file folder. */
export const databaseNotes = ".databases";
