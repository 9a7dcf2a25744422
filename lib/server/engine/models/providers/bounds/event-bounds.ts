import { ResponseLimitError } from "../shared/answer-errors";
import { maxEventBytes, maxEventParts, maxEvents, maxTextChars } from "../shared/answer-limits";

/** `events`: text/event-stream, with events separated by empty lines. `lines`: one JSON text per line. */
export type StreamFormat = "events" | "lines";

const [lineFeed, carriageReturn, quote, comma, colon] = [10, 13, 34, 44, 58];
const [openBracket, backslash, letterU, openBrace] = [91, 92, 117, 123];

/**
 * Returns a function that filters a JSON stream and bounds what a parser must buffer: strings are truncated after
 * `maxTextChars` characters, empty lines and comments are dropped. Throws ResponseLimitError for events that are still too large,
 * and for too many of them.
 */
export function createEventFilter(format: StreamFormat): (bytes: Uint8Array) => Uint8Array<ArrayBuffer> {
  let inText = false;
  let chars = 0;
  /** Remaining bytes of an escape sequence. */
  let escaped = 0;
  let inComment = false;
  let afterReturn = false;
  let lineBytes = 0;
  let eventBytes = 0;
  let parts = 0;
  let events = 0;

  const endLine = (): boolean => {
    const isKept = eventBytes > 0 && !inComment;
    inText = false;
    inComment = false;
    escaped = 0;
    if (lineBytes === 0 || format === "lines") {
      if (eventBytes > 0) events += 1;
      eventBytes = 0;
      parts = 0;
    }
    lineBytes = 0;
    return isKept;
  };

  /** Whether a byte of a string is passed on. */
  const handleTextByte = (byte: number): boolean => {
    if (escaped > 0) {
      escaped = escaped === 5 && byte !== letterU ? 0 : escaped - 1;
      return chars <= maxTextChars;
    }
    if (byte === quote) {
      inText = false;
      return true;
    }
    // UTF-8 continuation bytes are treated like the first byte of their character.
    if ((byte & 0xc0) !== 0x80) chars += byte >= 0xf0 ? 2 : 1;
    if (byte === backslash) escaped = 5;
    return chars <= maxTextChars;
  };

  const handlePlainByte = (byte: number): void => {
    if (byte === quote) {
      inText = true;
      chars = 0;
    } else if (byte === comma || byte === openBracket || byte === openBrace) parts += 1;
  };

  return (bytes) => {
    const output = new Uint8Array(bytes.length);
    let length = 0;
    for (const byte of bytes) {
      if (byte === lineFeed || byte === carriageReturn) {
        const isPair = byte === lineFeed && afterReturn;
        afterReturn = byte === carriageReturn;
        if (!isPair && endLine()) output[length++] = lineFeed;
        continue;
      }
      afterReturn = false;
      if (format === "events" && lineBytes === 0 && byte === colon) inComment = true;
      lineBytes += 1;
      if (inComment) continue;
      if (!inText) handlePlainByte(byte);
      else if (!handleTextByte(byte)) continue;
      eventBytes += 1;
      output[length++] = byte;
    }
    if (eventBytes > maxEventBytes || parts > maxEventParts)
      throw new ResponseLimitError("The provider sent a response chunk that is too large.");
    if (events > maxEvents) throw new ResponseLimitError();
    return output.subarray(0, length);
  };
}
