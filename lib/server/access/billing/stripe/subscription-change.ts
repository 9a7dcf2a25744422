import type Stripe from "stripe";
import { type PlanName, planNames } from "@/lib/constants/plan-names";
import { type Addon, findPriceId, findProduct, type Product } from "./stripe-prices";

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

const isSameProduct = (a: Product, b: Product | undefined): boolean =>
  b !== undefined && ("plan" in a ? "plan" in b : "addon" in b && a.addon === b.addon);

/** Returns the line items of an order. Throws `createNotForSaleError` for a product without a price. */
export function toLines(order: Order, notForSale: (what: Product) => Error): { sold: Product; line: Line }[] {
  const addon = (name: Addon) => ({ sold: { addon: name }, quantity: order[name] });
  const wanted = [{ sold: { plan: order.plan }, quantity: 1 }, addon("users"), addon("storage")];
  return wanted
    .filter(({ quantity }) => quantity > 0)
    .map(({ sold, quantity }) => {
      const price = findPriceId(sold);
      if (!price) throw notForSale(sold);
      return { sold, line: { price, quantity } };
    });
}

type Item = Pick<Stripe.SubscriptionItem, "id"> & { quantity?: number; price: { id: string } };
type ItemChange = Stripe.SubscriptionUpdateParams.Item;

/** The changes that turn the subscription's items into the order's. Items unknown to Muster are unchanged. */
export function findItemChanges(items: readonly Item[], lines: { sold: Product; line: Line }[]): ItemChange[] {
  const changes = items.flatMap((item): ItemChange[] => {
    const is = findProduct(item.price.id);
    if (!is) return [];
    const line = lines.find(({ sold }) => isSameProduct(sold, is))?.line;
    if (!line) return [{ id: item.id, deleted: true }];
    const same = JSON.stringify(findProduct(line.price)) === JSON.stringify(is);
    // A customer with an older price of the same plan keeps it.
    return [{ id: item.id, quantity: line.quantity, ...(!same && { price: line.price }) }];
  });
  const has = (sold: Product) => items.some(({ price }) => isSameProduct(sold, findProduct(price.id)));
  return [...changes, ...lines.filter(({ sold }) => !has(sold)).map(({ line }) => line)];
}

/** Whether the order is an upgrade, which is charged immediately. */
export function isUpgrade(order: Order, now: Order): boolean {
  const rank = ({ plan }: Order) => planNames.indexOf(plan);
  return (
    rank(order) > rank(now) || (rank(order) === rank(now) && (order.users > now.users || order.storage > now.storage))
  );
}
