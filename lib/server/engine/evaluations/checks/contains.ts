import { setImmediate } from "node:timers/promises";

/** A search of this many characters takes a few milliseconds, whatever the texts. */
const sliceChars = 200_000;

/** Whether a text includes another, without blocking the event loop. Throws the signal's reason. */
export async function includes(text: string, part: string, signal: AbortSignal): Promise<boolean> {
  for (let from = 0; from <= text.length; from += sliceChars) {
    signal.throwIfAborted();
    if (text.slice(from, from + sliceChars + part.length - 1).includes(part)) return true;
    await setImmediate();
  }
  return false;
}
