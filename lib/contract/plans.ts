import { z } from "zod";
import { planNames } from "@/lib/constants/plans";
import { plans as calls } from "./calls/plans";
import { defineShapes, withShapes } from "./endpoint";
import { dateTime } from "./fields";

const use = z.object({ used: z.number(), max: z.number() });

const planUse = z.object({
  plan: z.enum(planNames),
  title: z.string(),
  trial: z.boolean(),
  /** End of the trial or of what is paid. */
  endsAt: dateTime.nullable(),
  /** It ends then, and is not renewed. */
  cancelled: z.boolean(),
  /** Plans are sold under Billing. */
  sold: z.boolean(),
  /** Who can change the plan, as a sentence. */
  change: z.string(),
  /** Open invites take a seat too. */
  users: use,
  teams: use,
  /** Organizations of the owner; null for everybody else. */
  orgs: use.nullable(),
  /** Bytes of vectors and their text. */
  storage: use,
  /** `max` is 0 where the plan has none. */
  functionTools: use,
  files: z.object({ count: z.number(), bytes: z.number(), maxFileBytes: z.number() }),
  /** Days for which sessions may be kept at most; 0: no limit. */
  sessionDays: z.number(),
  /** What a smaller plan has left behind: members who only read, and models that do not run. */
  over: z.object({ members: z.number(), models: z.number() }),
});
export type PlanUse = z.output<typeof planUse>;

/** What each call takes and answers. */
export const shapes = defineShapes({ get: { response: z.object({ planUse }) } });

export const plans = withShapes(calls, shapes);
