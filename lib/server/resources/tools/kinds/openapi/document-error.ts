/** Why a document cannot be used, as a message for its author. */
export class DocumentError extends Error {}
