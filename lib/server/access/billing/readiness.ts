import type Stripe from "stripe";
import { env } from "../../platform/env/env";
import { singleton } from "../../platform/process/registry";
import { stripeIsSetUp } from "../plans/plan-in-force";
import { stripe } from "./stripe/stripe-client";
import { type PriceSetting, priceSettings } from "./stripe/stripe-prices";

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

const goodMs = 5 * 60_000;
const badMs = 10_000;

interface Looked {
  by: string;
  until: number;
  found: Promise<Readiness>;
}

/** Whether plans can be bought, according to Stripe; cached. */
export async function readiness(): Promise<Readiness> {
  if (!stripeIsSetUp())
    return {
      ready: false,
      missing: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", ...namesOf(lacking())],
      prices: {},
    };
  const last = singleton<{ looked?: Looked }>("billing-readiness", () => ({}));
  const { STRIPE_SECRET_KEY, STRIPE_API_BASE } = env();
  const by = JSON.stringify([STRIPE_SECRET_KEY, STRIPE_API_BASE, priceSettings()]);
  if (last.looked?.by === by && last.looked.until > performance.now()) return last.looked.found;
  const looked: Looked = { by, until: performance.now() + badMs, found: look() };
  last.looked = looked;
  const found = await looked.found;
  if (found.ready) looked.until = performance.now() + goodMs;
  return found;
}

const lacking = () => priceSettings().filter(({ needed, id }) => needed && !id);
const namesOf = (settings: PriceSetting[]) => settings.map(({ name }) => name);

async function look(): Promise<Readiness> {
  const client = await stripe();
  const missing = new Set(namesOf(lacking()));
  const prices: Readiness["prices"] = {};
  await Promise.all(
    priceSettings().map(async ({ name, id, needed }) => {
      if (!id) return;
      const found = await priceAt(client, id);
      if (typeof found === "object") prices[name] = found;
      else if (needed || found !== "unknown") missing.add(found === "unknown" ? name : found);
    }),
  );
  return { ready: missing.size === 0, missing: [...missing].sort(), prices };
}

/** The price, or what is wrong with it, such as another currency or period. */
async function priceAt(
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
