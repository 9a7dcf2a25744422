import { createHash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hex: sufficient for random tokens, never for passwords. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Compares in constant time. */
export const safeEqual = (one: string, other: string): boolean =>
  timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());
