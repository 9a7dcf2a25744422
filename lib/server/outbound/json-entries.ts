const quote = 0x22;
const backslash = 0x5c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const setOf = (signs: string): Uint8Array => {
  const set = new Uint8Array(256);
  for (const sign of signs) set[sign.charCodeAt(0)] = 1;
  return set;
};
const entrySigns = setOf("{[,");
const entrySignsAndLines = setOf("{[,\n\r");

/**
 * Counts the objects, lists and values of JSON that comes in pieces: they, and not its bytes, are what reading it costs.
 * `ofEvents`: it is a stream of events, whose lines count too. Returns the number up to the end of each piece.
 */
export function jsonEntries({ ofEvents = false } = {}): (piece: Uint8Array) => number {
  const isEntry = ofEvents ? entrySignsAndLines : entrySigns;
  let entries = 0;
  let inString = false;
  let escaped = false;
  return (piece) => {
    for (const byte of piece) {
      // No string of JSON goes over a line, but what stands between events may have a single quote.
      if (byte === lineFeed || byte === carriageReturn) inString = escaped = false;
      if (!inString) {
        if (byte === quote) inString = true;
        else entries += isEntry[byte] ?? 0;
      } else if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
    }
    return entries;
  };
}
