import { z } from "zod";
import { maxAddon } from "@/lib/constants/limits";
import { Plan } from "@/lib/constants/plan-names";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, teamQuery } from "../base/fields";
import { billing as policies } from "./policies";

const planName = z.enum([Plan.FREE, Plan.PRO, Plan.TEAMS, Plan.ENTERPRISE]);
const addonField = z
  .number("Enter a whole number.")
  .int("Enter a whole number.")
  .min(0, "Enter 0 or more.")
  .max(maxAddon, `Enter ${maxAddon.toLocaleString("en")} or less.`);

export const planForm = z.object({
  plan: z.enum([Plan.FREE, Plan.PRO, Plan.TEAMS], "Choose an available plan."),
  /** Additional seats and gigabytes; absent: unchanged, if the plan allows them. */
  users: addonField.optional(),
  storage: addonField.optional(),
});

/** US dollars a month; null: unknown, or not for sale. */
const price = z.number().nullable();

const planSchema = z.object({
  plan: planName,
  title: z.string(),
  price,
  isPopular: z.boolean(),
  /** May buy more storage, more users. */
  storageAddon: z.boolean(),
  usersAddon: z.boolean(),
  /** Stripe's ids; null where nothing is sold. */
  priceId: z.string().nullable(),
  productId: z.string().nullable(),
});

const billingSchema = z.object({
  org: z.object({ id: z.string(), name: z.string() }),
  ready: z.boolean(),
  missing: z.array(z.string()),
  /** False: this server has no billing. */
  setUp: z.boolean(),
  /** The effective plan. */
  plan: planName,
  /** The server administrator has set it, regardless of Stripe. */
  fixed: z.boolean(),
  trial: z.boolean(),
  endsAt: dateTime.nullable(),
  cancelled: z.boolean(),
  /** For the Free plan: when the last paid plan or trial ended. */
  lastEnded: dateTime.nullable(),
  /** A Stripe subscription exists, paid or not. */
  subscribed: z.boolean(),
  /** The last payment failed, and Stripe is retrying it. */
  failing: z.boolean(),
  addons: z.object({ users: z.number(), storage: z.number() }),
  prices: z.object({ pro: price, teams: price, users: price, storage: price }),
  /** Every plan, cheapest first. */
  plans: z.array(planSchema),
  /** Contact link of the Enterprise plan. */
  contact: z.string().nullable(),
});
export type Billing = z.output<typeof billingSchema>;

export const shapes = defineShapes({
  get: {
    /** `checkout`: returning from Stripe's checkout, so the server asks Stripe before it responds. */
    query: teamQuery.extend({ checkout: z.string().max(200).optional() }),
    response: z.object({ billing: billingSchema }),
  },
  ready: {
    query: teamQuery,
    response: z.object({ ready: z.boolean(), missing: z.array(z.string()) }),
  },
  hasPaymentMethod: {
    query: teamQuery,
    response: z.object({ ok: z.boolean(), last4: z.string().optional() }),
  },
  portalLink: {
    query: teamQuery,
    response: z.object({ url: z.string() }),
  },
  planConfirm: {
    query: teamQuery,
    body: planForm,
    response: z.object({ url: z.string().optional() }),
  },
  webhook: {
    response: empty,
  },
});

export const billing = withShapes(policies, shapes);
