import { cardDeclined } from "./fault";
import type { Shop } from "./shop";
import type { Invoice, Item, Price, Subscription } from "./types";

const day = 24 * 60 * 60;
const month = 30 * day;

export interface Line {
  price: Price;
  quantity: number;
}

export const totalOf = ({ items }: Subscription): number =>
  items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);

export const itemOf = (shop: Shop, subscription: string, line: Line, start: number, end: number): Item => ({
  id: shop.id("si"),
  object: "subscription_item",
  subscription,
  ...line,
  current_period_start: start,
  current_period_end: end,
});

function invoice(shop: Shop, subscription: Subscription, amount: number, paid: boolean): void {
  const { id, customer } = subscription;
  const made: Invoice = {
    id: shop.id("in"),
    object: "invoice",
    customer,
    status: paid ? "paid" : "open",
    amount_due: amount,
    created: shop.now(),
    parent: { subscription_details: { subscription: id } },
  };
  shop.invoices.set(made.id, made);
  subscription.latest_invoice = made.id;
  shop.emit(paid ? "invoice.paid" : "invoice.payment_failed", made);
}

const updated = (shop: Shop, subscription: Subscription) => shop.emit("customer.subscription.updated", subscription);

/** A subscription that begins with a first payment, which has been made. */
export function begin(shop: Shop, customer: string, lines: Line[], method: string): Subscription {
  const id = shop.id("sub");
  const now = shop.now();
  const data = lines.map((line) => itemOf(shop, id, line, now, now + month));
  const subscription: Subscription = {
    id,
    object: "subscription",
    customer,
    status: "active",
    created: now,
    metadata: {},
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    trial_end: null,
    default_payment_method: method,
    latest_invoice: null,
    items: { object: "list", data, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
  };
  shop.subscriptions.set(id, subscription);
  shop.emit("customer.subscription.created", { ...subscription, status: "incomplete" });
  invoice(shop, subscription, totalOf(subscription), true);
  updated(shop, subscription);
  return subscription;
}

/** Puts the change in place; one that must be paid at once is not made when the card is declined. */
export function change(
  shop: Shop,
  subscription: Subscription,
  edit: (draft: Subscription) => void,
  paidNow: boolean,
): void {
  const draft = structuredClone(subscription);
  edit(draft);
  const more = totalOf(draft) - totalOf(subscription);
  const invoiced = paidNow && more > 0;
  if (invoiced && !shop.charges(subscription.default_payment_method, false)) throw cardDeclined();
  Object.assign(subscription, draft);
  if (invoiced) invoice(shop, subscription, more, true);
  updated(shop, subscription);
}

export function end(shop: Shop, subscription: Subscription): void {
  subscription.status = "canceled";
  subscription.canceled_at ??= shop.now();
  subscription.ended_at = shop.now();
  shop.emit("customer.subscription.deleted", subscription);
}

const endOf = ({ items }: Subscription): number =>
  Math.min(...items.data.map(({ current_period_end }) => current_period_end));

function renew(shop: Shop, subscription: Subscription): void {
  if (subscription.cancel_at_period_end) {
    end(shop, subscription);
    return;
  }
  for (const item of subscription.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end += month;
  }
  collect(shop, subscription);
}

/** Charges what is due, for the first time or once more. */
export function collect(shop: Shop, subscription: Subscription): void {
  const paid = shop.charges(subscription.default_payment_method, false);
  subscription.status = paid ? "active" : "past_due";
  invoice(shop, subscription, totalOf(subscription), paid);
  updated(shop, subscription);
}

/** Lets days pass, and what is due in them happen. */
export function pass(shop: Shop, days: number): void {
  for (let i = 0; i < days; i += 1) {
    shop.passSeconds(day);
    for (const subscription of shop.subscriptions.values())
      if (subscription.status !== "canceled" && endOf(subscription) <= shop.now()) renew(shop, subscription);
  }
}
