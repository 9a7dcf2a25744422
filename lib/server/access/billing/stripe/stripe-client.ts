import type Stripe from "stripe";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";
import { recordWait } from "../../../platform/lifecycle/call-in-progress";
import { isStripeConfigured } from "../../plans/effective-plan";

const timeoutMs = 15_000;

let cached: { by: string; client: Stripe } | undefined;

/** Loaded on first use: most servers have no billing, and it is large. */
const loadLibrary = async () => (await import("stripe")).default;

/** The client of Stripe's API. Throws when billing is not configured. */
export async function getStripe(): Promise<Stripe> {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base } = env();
  if (!key) throw createSetupError();
  recordWait();
  const by = `${key} ${base}`;
  if (cached?.by === by) return cached.client;
  const Library = await loadLibrary();
  cached = { by, client: new Library(key, { ...stripeAddress(base), ...options }) };
  return cached.client;
}

const options = { timeout: timeoutMs, maxNetworkRetries: 2, telemetry: false, appInfo: { name: "Muster" } } as const;

function stripeAddress(base: string | undefined) {
  if (!base) return {};
  const { hostname, port, protocol } = new URL(base);
  const secure = protocol === "https:";
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port || (secure ? 443 : 80),
    protocol: secure ? ("https" as const) : ("http" as const),
  };
}

const createSetupError = (): AppError =>
  new AppError("conflict", "Billing isn't configured on this server. Plans are managed by the server administrator.");

export function requireSetUp(): void {
  if (!isStripeConfigured()) throw createSetupError();
}

/** Whether Stripe reports that the object does not exist. */
export async function isMissing(error: unknown, param?: string): Promise<boolean> {
  const { StripeInvalidRequestError } = (await loadLibrary()).errors;
  const missing = error instanceof StripeInvalidRequestError && error.code === "resource_missing";
  return missing && (param === undefined || error.param === param);
}

/** Calls Stripe on a user's behalf: failures become user-facing errors. */
export async function callStripe<T>(work: (client: Stripe) => Promise<T>): Promise<T> {
  const client = await getStripe();
  try {
    return await work(client);
  } catch (error) {
    throw await toUserError(error);
  }
}

const declined = "The card was declined and nothing was changed. Update the card and try again.";
const stripeUnavailable = "Stripe isn't responding. Try again in a minute.";

async function toUserError(cause: unknown): Promise<unknown> {
  const { errors } = await loadLibrary();
  if (cause instanceof errors.StripeCardError) return new AppError("conflict", declined, { cause });
  const passing = [errors.StripeConnectionError, errors.StripeAPIError, errors.StripeRateLimitError];
  return passing.some((kind) => cause instanceof kind) ? new AppError("conflict", stripeUnavailable, { cause }) : cause;
}
