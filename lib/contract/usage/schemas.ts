import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { usage as policies } from "./policies";

const day = z.iso.date("Enter a date such as 2026-01-31.");

/** Both days are inclusive, in UTC. At most 366 days. */
const usageQuery = z.object({ from: day.optional(), to: day.optional() });

const figures = {
  runs: z.number(),
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars of the calls whose price is known. */
  costUsd: z.number(),
  /** Number of calls with unknown cost. */
  unpricedCalls: z.number(),
};
const usageFigures = z.object(figures);
export type UsageFigures = z.output<typeof usageFigures>;

const share = z.object({ ...figures, _id: z.string().nullable(), name: z.string() });
export type UsageShare = z.output<typeof share>;
const usageDay = z.object({ ...figures, day: z.string() });
export type UsageDay = z.output<typeof usageDay>;

export const shapes = defineShapes({
  get: {
    query: usageQuery,
    response: z.object({
      from: z.string(),
      to: z.string(),
      totals: usageFigures,
      /** Every day of the period, including those without runs. */
      days: z.array(usageDay),
      /** Most expensive first, at most 100. */
      apps: z.array(share),
      models: z.array(share),
      members: z.array(share),
      /** By the revision of an agent; calls without one are left out. */
      agents: z.array(share.extend({ revision: z.number() })),
    }),
  },
  csv: {
    query: usageQuery,
  },
});

export const usage = withShapes(policies, shapes);
