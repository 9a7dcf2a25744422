import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** An opaque token of 256 random bits, e.g. `session_…`. Only its hash may be stored. */
export const newToken = (prefix: string): string => `${prefix}_${randomBytes(32).toString("base64url")}`;

/** SHA-256 in hex: enough for a token, whose randomness leaves nothing to guess; never for a password. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Compares in a time that says nothing about where the texts differ, or how long they are. */
export const safeEqual = (one: string, other: string): boolean =>
  timingSafeEqual(createHash("sha256").update(one).digest(), createHash("sha256").update(other).digest());
