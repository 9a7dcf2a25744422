export interface Price {
  id: string;
  object: "price";
  active: boolean;
  currency: "usd";
  unit_amount: number;
  product: string;
  recurring: { interval: "month"; interval_count: 1 };
}

export interface Customer {
  id: string;
  object: "customer";
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  created: number;
  invoice_settings: { default_payment_method: string | null };
  deleted?: true;
}

export interface PaymentMethod {
  id: string;
  object: "payment_method";
  type: "card";
  customer: string;
  created: number;
  card: { brand: "visa"; last4: string; exp_month: number; exp_year: number };
}

export interface Item {
  id: string;
  object: "subscription_item";
  subscription: string;
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

export interface Subscription {
  id: string;
  object: "subscription";
  customer: string;
  status: "active" | "trialing" | "past_due" | "canceled" | "incomplete" | "unpaid";
  created: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  trial_end: number | null;
  default_payment_method: string | null;
  latest_invoice: string | null;
  metadata: Record<string, string>;
  items: { object: "list"; data: Item[]; has_more: false; url: string };
}

export interface CheckoutSession {
  id: string;
  object: "checkout.session";
  mode: "subscription";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  customer: string;
  client_reference_id: string | null;
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  created: number;
  url: string | null;
}

export interface Invoice {
  id: string;
  object: "invoice";
  customer: string;
  parent: { subscription_details: { subscription: string } };
  status: "paid" | "open";
  amount_due: number;
  created: number;
}

export interface StripeEvent {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: object };
  livemode: false;
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
  type: string;
}

/** How somebody's card behaves: charged always, never, or only the first time. */
export const cards = {
  good: "4242424242424242",
  declined: "4000000000000002",
  failsLater: "4000000000000341",
} as const;

export const defaultPrices = {
  price_pro: 9_900,
  price_teams: 19_900,
  price_users: 1_500,
  price_storage: 1_000,
} as const;
