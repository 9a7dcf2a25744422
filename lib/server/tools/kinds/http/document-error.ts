/** Why a document cannot be used, in a sentence for the person who gave it. */
export class DocumentError extends Error {}
