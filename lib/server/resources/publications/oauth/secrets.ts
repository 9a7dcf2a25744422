import { createHash } from "node:crypto";
import { hashToken } from "../../../platform/crypto/tokens";
import { randomText } from "../../../platform/ids/ids";

const starts = { code: "mpc_", access: "mpa_", refresh: "mpr_" } as const;
const randomLength = 52;

export const isAccessToken = (presented: string): boolean => presented.startsWith(starts.access);

/** A new code or token, and the hash that is stored of it. */
export function createSecret(kind: keyof typeof starts): { secret: string; hash: string } {
  const secret = `${starts[kind]}${randomText(randomLength)}`;
  return { secret, hash: hashToken(secret) };
}

/** The challenge of PKCE with S256. */
export const toChallenge = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");
