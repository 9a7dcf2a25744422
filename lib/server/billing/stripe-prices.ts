import { Plan, type PlanName } from "@/lib/constants/plans";
import { env } from "../env";
import { idsOf } from "../env-fields";

export type Addon = "users" | "storage";

/** What a price of Stripe stands for. */
export type Sold = { plan: PlanName } | { addon: Addon };

/** What follows `STRIPE_PRICE_` in the name of a setting. */
const settings: [key: string, sold: Sold, needed: boolean][] = [
  ["PRO", { plan: Plan.PRO }, true],
  ["TEAMS", { plan: Plan.TEAMS }, true],
  ["ENTERPRISE", { plan: Plan.ENTERPRISE }, false],
  ["USERS_ADDON", { addon: "users" }, false],
  ["STORAGE_ADDON", { addon: "storage" }, false],
];

/** One price as it is configured: the first id of a setting is sold, the others were and still mean the same. */
export interface PriceSetting {
  name: string;
  sold: Sold;
  needed: boolean;
  id: string | undefined;
  older: string[];
}

export function priceSettings(): PriceSetting[] {
  const { stripePrices } = env();
  return settings.map(([key, sold, needed]) => {
    const [id, ...older] = idsOf(stripePrices[key]);
    return { name: `STRIPE_PRICE_${key}`, sold, needed, id, older };
  });
}

/** What the price stands for, or undefined for one that is none of ours. */
export function soldAs(priceId: string): Sold | undefined {
  return priceSettings().find(({ id, older }) => id === priceId || older.includes(priceId))?.sold;
}

/** The price that is sold for a plan or an add-on, or undefined where none is configured. */
export function priceOf(wanted: Sold): string | undefined {
  const same = ({ sold }: PriceSetting) =>
    "plan" in wanted ? "plan" in sold && sold.plan === wanted.plan : "addon" in sold && sold.addon === wanted.addon;
  return priceSettings().find(same)?.id;
}
