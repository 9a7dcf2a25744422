import type Stripe from "stripe";
import { noteWait } from "../call-in-progress";
import { env } from "../env";
import { AppError } from "../http/errors";
import { stripeIsSetUp } from "./plan-in-force";

const timeoutMs = 15_000;

let made: { by: string; client: Stripe } | undefined;

/** Loaded when it is wanted: most servers have no billing, and it is large. */
const library = async () => (await import("stripe")).default;

/** The client of Stripe's API. Throws where billing is not set up. */
export async function stripe(): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base } = env();
  if (!key) throw notSetUp();
  noteWait();
  const by = `${key} ${base}`;
  if (made?.by === by) return made.client;
  const Library = await library();
  made = { by, client: new Library(key, { ...place(base), ...options }) };
  return made.client;
}

const options = { timeout: timeoutMs, maxNetworkRetries: 2, telemetry: false, appInfo: { name: "Muster" } } as const;

function place(base: string | undefined) {
  if (!base) return {};
  const { hostname, port, protocol } = new URL(base);
  const secure = protocol === "https:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port || (secure ? 443 : 80),
    protocol: secure ? ("https" as const) : ("http" as const),
  };
}

export const notSetUp = (): AppError =>
  new AppError("conflict", "Billing is not set up on this server: whoever runs it gives the plans.");

export function requireSetUp(): void {
  if (!stripeIsSetUp()) throw notSetUp();
}

/** Stripe does not know, or no more, what was asked about. */
export async function isMissing(error: unknown, param?: string): Promise<boolean> {
  const { StripeInvalidRequestError } = (await library()).errors;
  const missing = error instanceof StripeInvalidRequestError && error.code === "resource_missing";
  return missing && (param === undefined || error.param === param);
}

/** Does something at Stripe for somebody who waits: a failure becomes a sentence for them. */
export async function atStripe<T>(work: (client: Stripe) => Promise<T>): Promise<T> {
  const client = await stripe();
  try {
    return await work(client);
  } catch (error) {
    throw await sentenceOf(error);
  }
}

const declined = "The card was declined and nothing was changed. Change the card and try again.";
const away = "Stripe does not answer at the moment. Try again in a minute.";

async function sentenceOf(cause: unknown): Promise<unknown> {
  const { errors } = await library();
  if (cause instanceof errors.StripeCardError) return new AppError("conflict", declined, { cause });
  const passing = [errors.StripeConnectionError, errors.StripeAPIError, errors.StripeRateLimitError];
  return passing.some((kind) => cause instanceof kind) ? new AppError("conflict", away, { cause }) : cause;
}
