/** A rate limit. */
export interface RateLimit {
  /** Attempts allowed within `duration`. */
  points: number;
  /** Seconds. */
  duration: number;
}

const minute = 60;
const hour = 3_600;

/** The rate limits that policies refer to by name. */
export const rateLimits = {
  /** All public calls together. */
  strangers: { points: 1_200, duration: minute },
  /** Calls of other systems from one address, which all customers of a system may share. Publications have limits of their own. */
  programs: { points: 12_000, duration: minute },
  /** The OpenAPI document, which is large. */
  openapi: { points: 120, duration: minute },
  /** Public calls that cost a password hash or a request to a provider. */
  signIn: { points: 60, duration: minute },
  /** Clients that register from one address. */
  registrations: { points: 30, duration: hour },
  /** What clients ask one person for, whose metadata documents are fetched. */
  consents: { points: 60, duration: minute },
  /** Public calls that send a mail. */
  sendMail: { points: 60, duration: hour },
  /** Mails to one person. */
  mail: { points: 10, duration: hour },
  passwordMail: { points: 5, duration: hour },
  /** All writes of one account, API key or visitor. */
  writes: { points: 300, duration: minute },
  /** All calls of one SCIM token: a first synchronization sends each user. */
  scim: { points: 1_200, duration: minute },
  /** Visits of share links from one IP address, which a classroom may share. */
  visitors: { points: 300, duration: hour },
  /** Uploads of one visitor, and of all visitors of a link. */
  visitorFiles: { points: 30, duration: hour },
  linkFiles: { points: 300, duration: hour },
} satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** Limits applied by handlers, because they depend on more than the call. */
export const handlerRateLimits = {
  /** Archives of one account's data, built while they are streamed. */
  accountExport: { points: 10, duration: hour },
  /** Changes of one account's e-mail, each of which sends a mail. */
  emailChange: { points: 10, duration: hour },
  /** Requests to Stripe for one organization. */
  stripe: { points: 120, duration: minute },
} satisfies Record<string, RateLimit>;

/** Attempts at one account's password or codes: from all unknown sources together, and from each known source. */
export const guessRateLimits = {
  unknown: [
    { points: 10, duration: minute },
    { points: 20, duration: hour },
  ],
  known: [
    { points: 10, duration: minute },
    { points: 60, duration: hour },
  ],
  /** At one share link's password: from each address, and from all together. */
  linkAddress: [
    { points: 10, duration: minute },
    { points: 60, duration: hour },
  ],
  link: [{ points: 300, duration: hour }],
} satisfies Record<string, RateLimit[]>;
