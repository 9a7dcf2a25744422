import { z } from "zod";
import { addonMost } from "@/lib/constants/limits";
import { Plan } from "@/lib/constants/plans";
import { billing as calls } from "./calls/billing";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime, empty, teamQuery } from "./fields";

const planName = z.enum([Plan.FREE, Plan.PRO, Plan.TEAMS, Plan.ENTERPRISE]);
const addonField = z
  .number("Give a whole number.")
  .int("Give a whole number.")
  .min(0, "Give 0 or more.")
  .max(addonMost, `Give at most ${addonMost}.`);

export const planForm = z.object({
  plan: z.enum([Plan.FREE, Plan.PRO, Plan.TEAMS], "Choose one of the plans that are for sale."),
  /** Seats and gigabytes beside the plan; absent: as many as before, as far as the plan has them. */
  users: addonField.optional(),
  storage: addonField.optional(),
});

/** US dollars a month; null: not known, or not for sale. */
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
export type OfferedPlan = z.output<typeof planSchema>;

const billingSchema = z.object({
  org: z.object({ id: z.string(), name: z.string() }),
  ready: z.boolean(),
  missing: z.array(z.string()),
  /** False: this server has no billing. */
  setUp: z.boolean(),
  /** The plan in force. */
  plan: planName,
  /** It was set by whoever runs the server, and Stripe has no say. */
  fixed: z.boolean(),
  trial: z.boolean(),
  endsAt: dateTime.nullable(),
  cancelled: z.boolean(),
  /** On Free: when the last plan or trial ended. */
  lastEnded: dateTime.nullable(),
  /** It is paid for at Stripe, or was to be. */
  subscribed: z.boolean(),
  /** The last payment failed, and Stripe tries again. */
  failing: z.boolean(),
  addons: z.object({ users: z.number(), storage: z.number() }),
  prices: z.object({ pro: price, teams: price, users: price, storage: price }),
  /** Every plan, cheapest first. */
  plans: z.array(planSchema),
  /** Where the Enterprise plan leads to. */
  contact: z.string().nullable(),
});
export type Billing = z.output<typeof billingSchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  get: {
    /** `checkout`: somebody comes back from Stripe, which is asked before the answer. */
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

export const billing = withShapes(calls, shapes);
