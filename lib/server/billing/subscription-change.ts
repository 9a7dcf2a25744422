import type Stripe from "stripe";
import { type PlanName, planNames } from "@/lib/constants/plans";
import { type Addon, priceOf, type Sold, soldAs } from "./stripe-prices";

/** What an organisation wants to have: a plan that is paid for, and so much beside it. */
export interface Order {
  plan: PlanName;
  users: number;
  storage: number;
}

export interface Line {
  price: string;
  quantity: number;
}

const sameSold = (a: Sold, b: Sold | undefined): boolean =>
  b !== undefined && ("plan" in a ? "plan" in b : "addon" in b && a.addon === b.addon);

/** The lines of an order, with what each stands for. Throws the name of what is not for sale. */
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

/** What makes the subscription's items the order's lines. What nobody has ordered here stays. */
export function itemChanges(items: readonly Item[], lines: { sold: Sold; line: Line }[]): ItemChange[] {
  const changes = items.flatMap((item): ItemChange[] => {
    const is = soldAs(item.price.id);
    if (!is) return [];
    const line = lines.find(({ sold }) => sameSold(sold, is))?.line;
    if (!line) return [{ id: item.id, deleted: true }];
    const same = JSON.stringify(soldAs(line.price)) === JSON.stringify(is);
    // Who has an older price of the same plan keeps it.
    return [{ id: item.id, quantity: line.quantity, ...(!same && { price: line.price }) }];
  });
  const has = (sold: Sold) => items.some(({ price }) => sameSold(sold, soldAs(price.id)));
  return [...changes, ...lines.filter(({ sold }) => !has(sold)).map(({ line }) => line)];
}

/** Whether the order is for more than there is: then it is paid at once, or not made. */
export function isMore(order: Order, now: Order): boolean {
  const rank = ({ plan }: Order) => planNames.indexOf(plan);
  return (
    rank(order) > rank(now) || (rank(order) === rank(now) && (order.users > now.users || order.storage > now.storage))
  );
}
