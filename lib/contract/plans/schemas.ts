import { z } from "zod";
import { planNames } from "@/lib/constants/plan-names";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime } from "../base/fields";
import { plans as policies } from "./policies";

const use = z.object({ used: z.number(), max: z.number() });

const planUse = z.object({
  plan: z.enum(planNames),
  title: z.string(),
  trial: z.boolean(),
  /** End of the trial or of what is paid. */
  endsAt: dateTime.nullable(),
  /** The plan is not renewed. */
  cancelled: z.boolean(),
  /** Plans can be bought on the Billing page. */
  sold: z.boolean(),
  /** A sentence that says who can change the plan. */
  change: z.string(),
  /** Open invites take a seat too. */
  users: use,
  teams: use,
  /** Number of the owner's organizations; null for everyone else. */
  orgs: use.nullable(),
  /** Bytes of vectors and their text. */
  storage: use,
  /** `max` is 0 where the plan has none. */
  functionTools: use,
  files: z.object({ count: z.number(), bytes: z.number(), maxFileBytes: z.number() }),
  /** Maximum session retention in days; 0: no limit. */
  sessionDays: z.number(),
  /** What exceeds the limits after a downgrade: members who are read-only, and models that cannot run. */
  over: z.object({ members: z.number(), models: z.number() }),
});
export type PlanUse = z.output<typeof planUse>;

export const shapes = defineShapes({ get: { response: z.object({ planUse }) } });

export const plans = withShapes(policies, shapes);
