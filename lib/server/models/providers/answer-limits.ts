/** Characters of an answer's text. */
export const maxAnswerChars = 400_000;
/** Characters of one tool call's arguments, and of all those of a step. */
export const maxCallChars = 256 * 1024;
export const maxCallsChars = 1024 * 1024;
/** Calls that a step may ask for before it is ended; how many of them are made is the engine's matter. */
export const maxCallsAsked = 1_000;
/** Levels of arrays and objects in a call's arguments. */
export const maxCallDepth = 100;
export const maxNameChars = 128;

/** Bytes of an error's body that are read. */
export const maxErrorBytes = 64 * 1024;
/** Of one event of a stream, once its long texts are cut: bytes, and brackets and commas outside of texts. */
export const maxEventBytes = 4 * 1024 * 1024;
export const maxEventParts = 20_000;
/** Events of an answer: some clients keep all that come before the first one with content. */
export const maxEvents = 250_000;
/** Characters of one text within an event: more than any of the above lets pass. */
export const maxTextChars = maxAnswerChars + 1;
