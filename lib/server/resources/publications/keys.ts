import { hashToken } from "../../platform/crypto/tokens";
import { randomText } from "../../platform/ids/ids";

const start = "mpk_";
const shownLength = start.length + 8;

export const isPublicationKey = (token: string): boolean => token.startsWith(start);

/** A new key with its stored parts: the hash, and a prefix to recognize it. */
export function createPublicationKey() {
  const key = `${start}${randomText(52)}`;
  return { key, stored: { hash: hashToken(key), prefix: key.slice(0, shownLength) } };
}
