/** Keys of a request's body. */
export const maxOpenAiKeys = 20_000;

/** Messages or items of a request, parts of one of them, and images of all. */
export const maxOpenAiItems = 2_000;
export const maxOpenAiParts = 100;
export const maxOpenAiImages = 20;
/** Characters of all texts of a request. */
export const maxOpenAiChars = 4_000_000;

export const maxClientTools = 128;
/** Characters of their descriptions and parameters together, as JSON. */
export const maxClientToolChars = 256 * 1024;

/** The range of sequence numbers that each event of a session's log has for what it adds to a response. */
export const numbersPerEvent = 2 ** 20;
