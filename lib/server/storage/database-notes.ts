/** The folder in a folder of files that names the databases whose files lie there. */
export const databaseNotes = ".databases";
