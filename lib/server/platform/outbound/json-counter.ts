const quote = 0x22;
const backslash = 0x5c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const toByteSet = (signs: string): Uint8Array => {
  const set = new Uint8Array(256);
  for (const sign of signs) set[sign.charCodeAt(0)] = 1;
  return set;
};
const partSigns = toByteSet("{[");
const entrySigns = toByteSet("{[,");
const entrySignsAndLines = toByteSet("{[,\n\r");

interface JsonCount {
  /** Objects, arrays and values. */
  entries: number;
  /** Objects and arrays only. */
  parts: number;
}

/**
 * Counts entries of streamed JSON, which determine its parsing cost. `ofEvents`: an event stream, whose lines count too.
 * Returns the count so far after each chunk.
 */
export function createJsonCounter({ ofEvents = false } = {}): (piece: Uint8Array) => JsonCount {
  const isEntry = ofEvents ? entrySignsAndLines : entrySigns;
  let entries = 0;
  let parts = 0;
  let inString = false;
  let escaped = false;
  return (piece) => {
    for (const byte of piece) {
      // JSON strings do not span lines, but text between events may contain a single quote.
      if (byte === lineFeed || byte === carriageReturn) inString = escaped = false;
      if (!inString) {
        if (byte === quote) inString = true;
        else if (isEntry[byte]) {
          entries += 1;
          parts += partSigns[byte] ?? 0;
        }
      } else if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
    }
    return { entries, parts };
  };
}
