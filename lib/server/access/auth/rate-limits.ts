import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import type { VisitorPolicy } from "@/lib/contract/base/policy";
import {
  guessRateLimits,
  handlerRateLimits,
  type RateLimit,
  type RateLimitName,
  rateLimits,
} from "@/lib/contract/base/rate-limits";
import { waitText } from "@/lib/utils/text/wait-text";
import { env } from "../../platform/env/env";
import { AppError } from "../../platform/errors/errors";
import { addressKey, type Limiter, localLimiter, sharedLimiter } from "../../platform/http/limits/rate-limit";
import { isMailEnabled } from "../../platform/mail/mails";
import { singleton } from "../../platform/process/registry";
import type { Principal } from "./principal";
import type { Visit } from "./visitor";

type GuessKind = "password" | "code";

function limiter(name: string, { points, duration }: RateLimit, create = sharedLimiter): Limiter {
  const scaled = Math.max(1, Math.round(points * env().RATE_LIMIT_SCALE));
  return singleton(`limit.${name}`, () => create(name, { points: scaled, duration }));
}

const describeLimit = (seconds: number): string => `Too many attempts. Try again in ${waitText(seconds)}.`;

/** Counts one attempt. Throws `rate_limited` when the limit is exceeded. */
async function consume(count: Limiter, key: string, sentence = describeLimit): Promise<void> {
  const retryAfter = await count(key);
  if (retryAfter) throw new AppError("rate_limited", sentence(retryAfter), { retryAfter });
}

/** Limits unauthenticated calls before any lookup. */
export async function limitStrangers(names: readonly RateLimitName[], address: string): Promise<void> {
  for (const name of names)
    await consume(limiter(`strangers.${name}`, rateLimits[name], localLimiter), addressKey(address));
}

type LimitedEndpoint = Pick<ShapedEndpoint, "name" | "rateLimits">;

export async function limitAddress({ name, rateLimits: { address: limit } }: LimitedEndpoint, address: string) {
  if (limit) await consume(limiter(`${name}.address`, rateLimits[limit]), addressKey(address));
}

/** Each API key has its own limit: a runaway script does not lock out its owner. */
export async function limitCaller({ rateLimits: { caller } }: LimitedEndpoint, { kind, tokenId, account }: Principal) {
  if (caller) await consume(limiter(caller, rateLimits[caller]), kind === "key" ? tokenId : account.id);
}

/** Limits a SCIM token. */
export async function limitToken({ rateLimits: { caller } }: LimitedEndpoint, tokenId: string) {
  if (caller) await consume(limiter(caller, rateLimits[caller]), tokenId);
}

/** Limits a visitor, or an unknown one by address. */
export async function limitVisit(
  { rateLimits: limits }: VisitorPolicy,
  { link, visitor }: Pick<Visit, "link" | "visitor">,
  address: string,
): Promise<void> {
  const byVisitor = visitor?.id ?? addressKey(address);
  for (const name of limits.visitor) await consume(limiter(`visit.${name}`, rateLimits[name]), byVisitor);
  if (!visitor)
    for (const name of limits.newVisitor) await consume(limiter(`visit.${name}`, rateLimits[name]), byVisitor);
  for (const name of limits.link) await consume(limiter(`visit.${name}`, rateLimits[name]), link.id);
}

/** After parsing, so that spellings of an email share its limit. */
export async function limitEmail({ name, rateLimits: { email: limit } }: LimitedEndpoint, body: unknown) {
  const email = typeof body === "object" && body !== null && "email" in body ? body.email : undefined;
  if (limit && typeof email === "string") await consume(limiter(`${name}.email`, rateLimits[limit]), email);
}

export const limitExport = (accountId: string): Promise<void> =>
  consume(limiter("account.export", handlerRateLimits.accountExport), accountId);

export const limitEmailChange = (accountId: string): Promise<void> =>
  consume(limiter("account.email-change", handlerRateLimits.emailChange), accountId);

export const limitStripe = (orgId: string): Promise<void> =>
  consume(limiter("billing.stripe", handlerRateLimits.stripe), orgId);

/** For attempts from many places, possibly by someone else. */
const describeLimitElsewhere = (seconds: number): string =>
  `Too many attempts from new devices. Use a device you have signed in on before${isMailEnabled() ? ", reset your password by email," : ""} ` +
  `or try again in ${waitText(seconds)}.`;

/**
 * Counts an attempt before it is checked, and throws when the limit is exceeded. `known` is a place from which the account has
 * signed in before. Returns a function to undo the count after success.
 */
export async function limitGuess(kind: GuessKind, subject: string, known: string | null): Promise<() => Promise<void>> {
  const key = known ? `${subject} ${known}` : subject;
  const where = known ? "known" : "unknown";
  const limiters = guessRateLimits[where].map((limit) => limiter(`guess.${kind}.${where}.${limit.duration}`, limit));
  for (const [index, count] of limiters.entries())
    await consume(count, key, known || index === 0 ? describeLimit : describeLimitElsewhere);
  return async () => {
    for (const count of limiters) await count.refund(key);
  };
}

/**
 * Counts an attempt at a share link's password before it is checked, and throws when the limit of the address or of the link is
 * exceeded. Returns a function to undo the count after success.
 */
export async function limitLinkGuess(linkId: string, address: string): Promise<() => Promise<void>> {
  const toCounts = (where: "link" | "linkAddress", key: string) =>
    guessRateLimits[where].map((limit) => ({ count: limiter(`guess.${where}.${limit.duration}`, limit), key }));
  const counts = [...toCounts("linkAddress", `${linkId} ${addressKey(address)}`), ...toCounts("link", linkId)];
  for (const { count, key } of counts) await consume(count, key);
  return async () => {
    for (const { count, key } of counts) await count.refund(key);
  };
}
