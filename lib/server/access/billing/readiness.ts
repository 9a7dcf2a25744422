import type Stripe from "stripe";
import { env } from "../../platform/env/env";
import { singleton } from "../../platform/process/registry";
import { isStripeConfigured } from "../plans/effective-plan";
import { getStripe } from "./stripe/stripe-client";
import { listPriceSettings, type PriceSetting } from "./stripe/stripe-prices";

export interface Readiness {
  ready: boolean;
  /** Names of missing settings; `connection` when Stripe does not respond. */
  missing: string[];
  /** Prices from Stripe, by setting. */
  prices: Record<string, SoldPrice>;
}

interface SoldPrice {
  priceId: string;
  productId: string;
  /** US dollars per month. */
  amount: number;
}

const readyTtlMs = 5 * 60_000;
const notReadyTtlMs = 10_000;

interface CachedReadiness {
  key: string;
  until: number;
  found: Promise<Readiness>;
}

/** Whether plans can be bought, according to Stripe; cached. */
export async function getReadiness(): Promise<Readiness> {
  if (!isStripeConfigured())
    return {
      ready: false,
      missing: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", ...toNames(listMissingSettings())],
      prices: {},
    };
  const last = singleton<{ cached?: CachedReadiness }>("billing-readiness", () => ({}));
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env();
  const by = JSON.stringify([STRIPE_SECRET_KEY, STRIPE_API_BASE, listPriceSettings()]);
  if (last.cached?.key === by && last.cached.until > performance.now()) return last.cached.found;
  const cached: CachedReadiness = { key: by, until: performance.now() + notReadyTtlMs, found: checkStripe() };
  last.cached = cached;
  const found = await cached.found;
  if (found.ready) cached.until = performance.now() + readyTtlMs;
  return found;
}

const listMissingSettings = () => listPriceSettings().filter(({ needed, id }) => needed && !id);
const toNames = (settings: PriceSetting[]) => settings.map(({ name }) => name);

async function checkStripe(): Promise<Readiness> {
  const client = await getStripe();
  const missing = new Set(toNames(listMissingSettings()));
  const prices: Readiness["prices"] = {};
  await Promise.all(
    listPriceSettings().map(async ({ name, id, needed }) => {
      if (!id) return;
      const found = await fetchPrice(client, id);
      if (typeof found === "object") prices[name] = found;
      else if (needed || found !== "unknown") missing.add(found === "unknown" ? name : found);
    }),
  );
  return { ready: missing.size === 0, missing: [...missing].sort(), prices };
}

/** The price, or what is wrong with it, such as another currency or period. */
async function fetchPrice(
  client: Stripe,
  id: string,
): Promise<SoldPrice | "unknown" | "STRIPE_SECRET_KEY" | "connection"> {
  try {
    const { active, currency, product, unit_amount, recurring } = await client.prices.retrieve(id);
    const monthly = recurring?.interval === "month" && recurring.interval_count === 1;
    if (!active || currency !== "usd" || !monthly || unit_amount === null) return "unknown";
    return { priceId: id, productId: typeof product === "string" ? product : product.id, amount: unit_amount / 100 };
  } catch (error) {
    const { statusCode } = error as { statusCode?: number };
    if (statusCode === 401 || statusCode === 403) return "STRIPE_SECRET_KEY";
    return statusCode === 404 || statusCode === 400 ? "unknown" : "connection";
  }
}
