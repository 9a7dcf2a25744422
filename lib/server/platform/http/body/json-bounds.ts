import { jsonMaxDepth, jsonMaxValues } from "@/lib/constants/limits";
import { AppError } from "../../errors/errors";

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Maximum values of a text, derived from its maximum keys. */
const maxValuesFor = (maxKeys: number): number => Math.max(jsonMaxValues, 10 * maxKeys);

/**
 * Bounds nesting, keys and values of a JSON text before parsing: millions of empty arrays fit into a few megabytes, and take
 * seconds to build. Invalid JSON passes; the parser rejects it. Throws `invalid`.
 */
export function checkJsonBounds(bytes: Uint8Array, maxKeys: number): void {
  const maxValues = maxValuesFor(maxKeys);
  let depth = 0;
  let keys = 0;
  let values = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        at = endOfText(bytes, at + 1);
        break;
      case openArray:
      case openObject:
        if (++depth > jsonMaxDepth)
          throw new AppError("invalid", `The request is nested deeper than ${jsonMaxDepth} levels.`);
        values += 1;
        break;
      case closeArray:
      case closeObject:
        depth -= 1;
        break;
      case colon:
        if (++keys > maxKeys)
          throw new AppError("invalid", `The request has more than ${maxKeys.toLocaleString("en")} keys.`);
        break;
      case comma:
        values += 1;
    }
    if (values > maxValues)
      throw new AppError("invalid", `The request has more than ${maxValues.toLocaleString("en")} values.`);
  }
}

/** The offset of the string's closing quote, or the end. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
