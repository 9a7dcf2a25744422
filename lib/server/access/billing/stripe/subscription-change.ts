import type Stripe from "stripe";
import { type PlanName, planNames } from "@/lib/constants/plans";
import { type Addon, priceOf, type Sold, soldAs } from "./stripe-prices";

/** The ordered paid plan and add-ons. */
export interface Order {
  plan: PlanName;
  users: number;
  storage: number;
}

interface Line {
  price: string;
  quantity: number;
}

const sameSold = (a: Sold, b: Sold | undefined): boolean =>
  b !== undefined && ("plan" in a ? "plan" in b : "addon" in b && a.addon === b.addon);

/** The line items of an order. Throws the name of what is not for sale. */
export function linesOf(order: Order, notForSale: (what: Sold) => Error): { sold: Sold; line: Line }[] {
  const addon = (name: Addon) => ({ sold: { addon: name }, quantity: order[name] });
  const wanted = [{ sold: { plan: order.plan }, quantity: 1 }, addon("users"), addon("storage")];
  return wanted
    .filter(({ quantity }) => quantity > 0)
    .map(({ sold, quantity }) => {
      const price = priceOf(sold);
      if (!price) throw notForSale(sold);
      return { sold, line: { price, quantity } };
    });
}

type Item = Pick<Stripe.SubscriptionItem, "id"> & { quantity?: number; price: { id: string } };
type ItemChange = Stripe.SubscriptionUpdateParams.Item;

/** The changes that turn the subscription's items into the order's. Items unknown to Muster are unchanged. */
export function itemChanges(items: readonly Item[], lines: { sold: Sold; line: Line }[]): ItemChange[] {
  const changes = items.flatMap((item): ItemChange[] => {
    const is = soldAs(item.price.id);
    if (!is) return [];
    const line = lines.find(({ sold }) => sameSold(sold, is))?.line;
    if (!line) return [{ id: item.id, deleted: true }];
    const same = JSON.stringify(soldAs(line.price)) === JSON.stringify(is);
    // A customer with an older price of the same plan keeps it.
    return [{ id: item.id, quantity: line.quantity, ...(!same && { price: line.price }) }];
  });
  const has = (sold: Sold) => items.some(({ price }) => sameSold(sold, soldAs(price.id)));
  return [...changes, ...lines.filter(({ sold }) => !has(sold)).map(({ line }) => line)];
}

/** Whether the order is an upgrade, which must be paid immediately. */
export function isMore(order: Order, now: Order): boolean {
  const rank = ({ plan }: Order) => planNames.indexOf(plan);
  return (
    rank(order) > rank(now) || (rank(order) === rank(now) && (order.users > now.users || order.storage > now.storage))
  );
}
