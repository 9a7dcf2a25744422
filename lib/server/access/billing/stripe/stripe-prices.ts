import { Plan, type PlanName } from "@/lib/constants/plan-names";
import { env } from "../../../platform/env/env";
import { parseIds } from "../../../platform/env/env-fields";

export type Addon = "users" | "storage";

/** What a price sells. */
export type Product = { plan: PlanName } | { addon: Addon };

/** The suffix of `STRIPE_PRICE_` in the setting's name. */
const settings: [key: string, sold: Product, needed: boolean][] = [
  ["PRO", { plan: Plan.PRO }, true],
  ["TEAMS", { plan: Plan.TEAMS }, true],
  ["ENTERPRISE", { plan: Plan.ENTERPRISE }, false],
  ["USERS_ADDON", { addon: "users" }, false],
  ["STORAGE_ADDON", { addon: "storage" }, false],
];

/** A configured price: the first id is sold, the others are former ones with the same meaning. */
export interface PriceSetting {
  name: string;
  sold: Product;
  needed: boolean;
  id: string | undefined;
  older: string[];
}

export function listPriceSettings(): PriceSetting[] {
  const { stripePrices } = env();
  return settings.map(([key, sold, needed]) => {
    const [id, ...older] = parseIds(stripePrices[key]);
    return { name: `STRIPE_PRICE_${key}`, sold, needed, id, older };
  });
}

/** What the price sells, or undefined for an unknown one. */
export function findProduct(priceId: string): Product | undefined {
  return listPriceSettings().find(({ id, older }) => id === priceId || older.includes(priceId))?.sold;
}

/** The price for a plan or add-on, or undefined when none is configured. */
export function findPriceId(wanted: Product): string | undefined {
  const same = ({ sold }: PriceSetting) =>
    "plan" in wanted ? "plan" in sold && sold.plan === wanted.plan : "addon" in sold && sold.addon === wanted.addon;
  return listPriceSettings().find(same)?.id;
}
