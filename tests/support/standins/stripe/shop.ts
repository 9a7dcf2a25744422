import { randomBytes } from "node:crypto";
import { missing } from "./fault";
import {
  type CheckoutSession,
  type Customer,
  cards,
  defaultPrices,
  type Invoice,
  type PaymentMethod,
  type Price,
  type StripeEvent,
  type Subscription,
} from "./types";

const id = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

export interface PortalSession {
  id: string;
  object: "billing_portal.session";
  customer: string;
  return_url: string;
  url: string;
}

/** Everything that one account at Stripe has, its clock and what happens in it. */
export function createShop(emitted: (event: StripeEvent) => void) {
  let ahead = 0;
  const numbers = new Map<string, string>();
  const shop = {
    prices: new Map<string, Price>(),
    customers: new Map<string, Customer>(),
    methods: new Map<string, PaymentMethod>(),
    subscriptions: new Map<string, Subscription>(),
    checkouts: new Map<string, CheckoutSession & { lines: { price: Price; quantity: number }[] }>(),
    portals: new Map<string, PortalSession>(),
    invoices: new Map<string, Invoice>(),
    events: [] as StripeEvent[],
    id,
    /** Seconds. */
    now: (): number => Math.floor(Date.now() / 1_000) + ahead,
    passSeconds(seconds: number): void {
      ahead += seconds;
    },
    emit(type: string, object: object): StripeEvent {
      const event: StripeEvent = {
        id: id("evt"),
        object: "event",
        api_version: "2026-10-28.endive",
        created: shop.now(),
        data: { object: structuredClone(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      };
      shop.events.push(event);
      emitted(event);
      return event;
    },
    addPrice(priceId: string, amount: number): void {
      shop.prices.set(priceId, {
        id: priceId,
        object: "price",
        active: true,
        currency: "usd",
        unit_amount: amount,
        product: `prod_${priceId}`,
        recurring: { interval: "month", interval_count: 1 },
      });
    },
    price(priceId: string, param: string): Price {
      const found = shop.prices.get(priceId);
      if (!found) throw missing("price", priceId, param);
      return found;
    },
    customer(customerId: string, param = "customer"): Customer {
      const found = shop.customers.get(customerId);
      if (!found || (found.deleted && param !== "id")) throw missing("customer", customerId, param);
      return found;
    },
    subscription(subscriptionId: string): Subscription {
      const found = shop.subscriptions.get(subscriptionId);
      if (!found) throw missing("subscription", subscriptionId);
      return found;
    },
    addCard(customer: string, number: string): PaymentMethod {
      const method: PaymentMethod = {
        id: id("pm"),
        object: "payment_method",
        type: "card",
        customer,
        created: shop.now(),
        card: { brand: "visa", last4: number.slice(-4), exp_month: 12, exp_year: 2034 },
      };
      shop.methods.set(method.id, method);
      numbers.set(method.id, number);
      return method;
    },
    /** Whether the card can be charged, for the first time or later. */
    charges(methodId: string | null, first: boolean): boolean {
      const number = methodId && numbers.get(methodId);
      return Boolean(number) && number !== cards.declined && (first || number !== cards.failsLater);
    },
  };
  for (const [priceId, amount] of Object.entries(defaultPrices)) shop.addPrice(priceId, amount);
  return shop;
}

export type Shop = ReturnType<typeof createShop>;
