/** Characters of a response's text. */
export const maxResponseChars = 400_000;
/** Characters of one tool call's arguments, and of all calls of a step. */
export const maxCallChars = 256 * 1024;
export const maxCallsChars = 1024 * 1024;
/** Calls that a step may request; how many are executed is up to the engine. */
export const maxCallsRequested = 1_000;
/** Nesting depth of a call's arguments. */
export const maxCallDepth = 100;
export const maxNameChars = 128;

/** Maximum bytes read of an error's body. */
export const maxErrorBytes = 64 * 1024;
/** Per event of a stream after truncation: bytes, and structural characters. */
export const maxEventBytes = 4 * 1024 * 1024;
export const maxEventParts = 20_000;
/** Events per response: some clients buffer all events before the first content. */
export const maxEvents = 250_000;
/** Characters of one string in an event: more than any of the limits above. */
export const maxTextChars = maxResponseChars + 1;
