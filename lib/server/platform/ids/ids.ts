import { randomBytes } from "node:crypto";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";

/** All id prefixes, one per kind of record. */
export type IdPrefix =
  | ResourceKind
  | "account"
  | "org"
  | "token"
  | "invite"
  | "revision"
  | "agentrevision"
  | "apprevision"
  | "input"
  | "document"
  | "message"
  | "run"
  | "file"
  | "visitor"
  | "notification"
  | "request"
  | "job"
  | "case"
  | "call"
  | "audit"
  | "event"
  | "publicationkey"
  | "publicationcall"
  | "oauthclient"
  | "oauthgrant"
  | "webhookdelivery"
  | "webhookcallback"
  | "trash"
  | "scimtoken"
  | "scimuser"
  | "scimgroup"
  | "evaluation"
  | "attempt";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

/** `length` random characters of Crockford's base 32 (5 bits each). */
export function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join("");
}

function timeText(ms: number): string {
  let text = "";
  for (let rest = ms, i = 0; i < 10; i += 1, rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text;
  return text;
}

/** Whether an id was made before a time, by the clock of the process that made it. */
export function isIdBefore(id: string, ms: number): boolean {
  const start = id.indexOf("_") + 1;
  return id.slice(start, start + 10) < timeText(ms);
}

/** `agent_` + 10 characters of time (sortable to the millisecond) + 80 random bits. */
export const newId = (prefix: IdPrefix): string => `${prefix}_${timeText(Date.now())}${randomText(16)}`;
