import { waitText } from "@/lib/utils/wait-text";
import type { Principal } from "../auth/principal";
import type { Visit } from "../auth/visitor";
import { env } from "../env";
import { mailIsOn } from "../mail/mails";
import { singleton } from "../registry";
import { AppError } from "./errors";
import { addressKey, type Limiter, localLimiter, type RateLimit, sharedLimiter } from "./rate-limit";

const minute = 60;
const hour = 3_600;

export type Guessed = "password" | "code";

/** Calls that anyone may make and that cost a hash or a mail, with what they allow. */
const perAddress: Record<string, RateLimit> = {
  "accounts.login": { points: 60, duration: minute },
  "accounts.register": { points: 60, duration: hour },
  "accounts.requestChangePassword": { points: 60, duration: hour },
  "accounts.changePassword": { points: 60, duration: minute },
  "accounts.verify": { points: 60, duration: minute },
  "accounts.invitation": { points: 60, duration: minute },
  "oauth.start": { points: 60, duration: minute },
  "oauth.finish": { points: 60, duration: minute },
};
const perEmail: Record<string, RateLimit> = {
  "accounts.requestChangePassword": { points: 5, duration: hour },
  "accounts.register": { points: 10, duration: hour },
  "security.changeEmail": { points: 10, duration: hour },
  "teams.invite": { points: 10, duration: hour },
  "orgs.invite": { points: 10, duration: hour },
};
/** Guesses at one account's password, or at its codes: of all places that it has never signed in from together. */
const guesses = [
  { points: 10, duration: minute },
  { points: 20, duration: hour },
];
/** The same of one place from which it has: what others try does not count there. */
const guessesThere = [
  { points: 10, duration: minute },
  { points: 60, duration: hour },
];
/** What anyone may call, of one address. Each process counts for itself. */
const strangers = { points: 1_200, duration: minute };
const strangersPerCall: Record<string, RateLimit> = {
  "reference.openapi": { points: 120, duration: minute },
};
const writes = { points: 300, duration: minute };
/** Of one address: people who come to shared links, where a whole classroom may have one. */
const visitors = { points: 300, duration: hour };
/** Files of one visitor, and of all of a link. */
const visitorFiles = { points: 30, duration: hour };
const linkFiles = { points: 300, duration: hour };

/** Of one account: an archive of all its data is made while it is read. */
const exports = { points: 10, duration: hour };

/** Of one account, whichever addresses it asks for: each gets a mail. */
const emailChanges = { points: 10, duration: hour };

/** What is asked of Stripe for one organisation. */
const asksOfStripe = { points: 120, duration: minute };

function limiter(name: string, { points, duration }: RateLimit, make = sharedLimiter): Limiter {
  const scaled = Math.max(1, Math.round(points * env().RATE_LIMIT_SCALE));
  return singleton(`limit.${name}`, () => make(name, { points: scaled, duration }));
}

const tooMany = (seconds: number): string => `Too many attempts. Try again in ${waitText(seconds)}.`;

async function take(name: string, limit: RateLimit | undefined, key: string, sentence = tooMany): Promise<void> {
  const retryAfter = limit && (await limiter(name, limit)(key));
  if (retryAfter) throw new AppError("rate_limited", sentence(retryAfter), { retryAfter });
}

/** Of many places together, which may be somebody else's doing. */
const tooManyElsewhere = (seconds: number): string =>
  `Too many attempts from new places. Sign in where you have signed in before${mailIsOn() ? ", choose a new password by mail," : ""} ` +
  `or try again in ${waitText(seconds)}.`;

export const limitAddress = (endpoint: string, address: string): Promise<void> =>
  take(`${endpoint}.address`, perAddress[endpoint], addressKey(address));

/** Calls without sign-in, before anything is looked up for them. Throws `rate_limited`. */
export async function limitStrangers(endpoint: string, address: string): Promise<void> {
  const limits = { strangers, [endpoint]: strangersPerCall[endpoint] };
  for (const [name, limit] of Object.entries(limits)) {
    const retryAfter = limit && (await limiter(`strangers.${name}`, limit, localLimiter)(addressKey(address)));
    if (retryAfter) throw new AppError("rate_limited", tooMany(retryAfter), { retryAfter });
  }
}

/** Each API key is counted for itself: a script that runs wild does not lock its owner out. */
export const limitWrites = ({ kind, tokenId, account }: Principal): Promise<void> =>
  take("writes", writes, kind === "key" ? tokenId : account.id);

/** A visitor's writes; whoever is not known yet counts by their address. */
export async function limitVisit(endpoint: string, { link, visitor }: Visit, address: string): Promise<void> {
  await take("visit.writes", writes, visitor?.id ?? addressKey(address));
  if (!visitor) await take("visit.visitors", visitors, addressKey(address));
  if (endpoint !== "sessions.addFile" || !visitor) return;
  await take("visit.files", visitorFiles, visitor.id);
  await take("visit.link-files", linkFiles, link.id);
}

/** After parsing: the e-mail is the normalised one, so that other spellings share its limit. */
export async function limitEmail(endpoint: string, body: unknown): Promise<void> {
  const email = typeof body === "object" && body !== null && "email" in body ? body.email : undefined;
  if (typeof email === "string") await take(`${endpoint}.email`, perEmail[endpoint], email);
}

export const limitExport = (accountId: string): Promise<void> => take("account.export", exports, accountId);

export const limitEmailChange = (accountId: string): Promise<void> =>
  take("account.email-change", emailChanges, accountId);

export const limitStripe = (orgId: string): Promise<void> => take("billing.stripe", asksOfStripe, orgId);

/**
 * Counts a guess before it is looked at, and refuses one too many. `known` is the place from which the account has signed
 * in before. Answers the way to take it back once it was right.
 */
export async function limitGuess(what: Guessed, whose: string, known: string | null): Promise<() => Promise<void>> {
  const key = known ? `${whose} ${known}` : whose;
  const limits = (known ? guessesThere : guesses).map((limit) => {
    const name = `guess.${what}.${known ? "known" : "unknown"}.${limit.duration}`;
    return { name, limit };
  });
  for (const { name, limit } of limits)
    await take(name, limit, key, known || limit.duration === minute ? tooMany : tooManyElsewhere);
  return async () => {
    for (const { name, limit } of limits) await limiter(name, limit).refund(key);
  };
}
