const quote = 0x22;
const backslash = 0x5c;
/** No text of JSON holds one below it: a stream of events can leave none open. */
const space = 0x20;
const isEntry = new Uint8Array(256);
for (const sign of "{[,") isEntry[sign.charCodeAt(0)] = 1;

/**
 * Counts the values of a JSON text that comes in pieces: they, and not its bytes, are what reading it costs. Returns the
 * number up to the end of each piece.
 */
export function jsonEntries(): (piece: Uint8Array) => number {
  let entries = 0;
  let inString = false;
  let escaped = false;
  return (piece) => {
    for (const byte of piece) {
      if (!inString) {
        if (byte === quote) inString = true;
        else entries += isEntry[byte] ?? 0;
      } else if (byte < space) inString = escaped = false;
      else if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
    }
    return entries;
  };
}
