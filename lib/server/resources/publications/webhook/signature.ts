import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { WebhookPreset } from "@/lib/constants/publications";
import { signatureSeconds } from "@/lib/constants/webhooks";

/** A request as it arrived. */
export interface SignedRequest {
  headers: Headers;
  bytes: Uint8Array;
}

const maxSignatures = 20;

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
/** In constant time, whatever the lengths. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const isAnyOf = (expected: string, given: readonly string[]): boolean =>
  given.slice(0, maxSignatures).filter((one) => isSame(expected, one)).length > 0;

const sign = (key: string | Buffer, before: string, bytes: Uint8Array) =>
  createHmac("sha256", key).update(before).update(bytes);

const isRecent = (seconds: string | null | undefined): seconds is string =>
  /^\d{1,12}$/.test(seconds ?? "") && Math.abs(Date.now() / 1_000 - Number(seconds)) <= signatureSeconds;

const prefix = "whsec_";

/** The key of a secret of Standard Webhooks: its base64, or the text if it is none. */
function toStandardKey(secret: string): Buffer {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  const key = Buffer.from(text, "base64");
  const isBase64 = [key.toString("base64"), key.toString("base64").replaceAll("=", "")].includes(text);
  return isBase64 ? key : Buffer.from(secret);
}

/** The signature of Standard Webhooks. */
export const signStandard = (secret: string, id: string, seconds: string, bytes: Uint8Array): string =>
  `v1,${sign(toStandardKey(secret), `${id}.${seconds}.`, bytes).digest("base64")}`;

function isStandard(secret: string, { headers, bytes }: SignedRequest): boolean {
  const id = headers.get("webhook-id");
  const seconds = headers.get("webhook-timestamp");
  if (!id || !isRecent(seconds)) return false;
  return isAnyOf(signStandard(secret, id, seconds, bytes), (headers.get("webhook-signature") ?? "").split(" "));
}

function isStripes(secret: string, { headers, bytes }: SignedRequest): boolean {
  const parts = (headers.get("stripe-signature") ?? "").split(",").map((part) => part.trim().split("=", 2));
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  const [seconds] = valuesOf("t");
  return isRecent(seconds) && isAnyOf(sign(secret, `${seconds}.`, bytes).digest("hex"), valuesOf("v1"));
}

function isSlacks(secret: string, { headers, bytes }: SignedRequest): boolean {
  const seconds = headers.get("x-slack-request-timestamp");
  if (!isRecent(seconds)) return false;
  const expected = `v0=${sign(secret, `v0:${seconds}:`, bytes).digest("hex")}`;
  return isSame(expected, headers.get("x-slack-signature") ?? "");
}

const isGitHubs = (secret: string, { headers, bytes }: SignedRequest): boolean =>
  isSame(`sha256=${sign(secret, "", bytes).digest("hex")}`, headers.get("x-hub-signature-256") ?? "");

const isGitLabs = (secret: string, { headers }: SignedRequest): boolean =>
  isSame(secret, headers.get("x-gitlab-token") ?? "");

function hasBearer(secret: string, { headers }: SignedRequest): boolean {
  const [scheme = "", token = ""] = (headers.get("authorization") ?? "").split(" ", 2);
  return scheme.toLowerCase() === "bearer" && isSame(secret, token);
}

const checks: Record<WebhookPreset, (secret: string, request: SignedRequest) => boolean> = {
  standard: isStandard,
  github: isGitHubs,
  stripe: isStripes,
  slack: isSlacks,
  gitlab: isGitLabs,
  bearer: hasBearer,
};

/** Whether the sender knows one of the secrets, and signed a short time ago where the scheme has a timestamp. */
export const isAuthentic = (preset: WebhookPreset, secrets: readonly string[], request: SignedRequest): boolean =>
  secrets.filter((secret) => checks[preset](secret, request)).length > 0;
