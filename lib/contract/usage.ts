import { z } from "zod";
import { usage as calls } from "./calls/usage";
import { defineShapes, withShapes } from "./endpoint";

const day = z.iso.date("Give a day as 2026-01-31.");

/** Both days are counted; days are UTC. At most 366. */
export const usageQuery = z.object({ from: day.optional(), to: day.optional() });

const figures = {
  runs: z.number(),
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars of the calls whose price is known. */
  costUsd: z.number(),
  /** Calls whose cost nobody knows. */
  unpricedCalls: z.number(),
};
export const usageFigures = z.object(figures);
export type UsageFigures = z.output<typeof usageFigures>;

const share = z.object({ ...figures, _id: z.string().nullable(), name: z.string() });
export type UsageShare = z.output<typeof share>;
export const usageDay = z.object({ ...figures, day: z.string() });
export type UsageDay = z.output<typeof usageDay>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  get: {
    query: usageQuery,
    response: z.object({
      from: z.string(),
      to: z.string(),
      totals: usageFigures,
      /** Every day of the span, those without a run too. */
      days: z.array(usageDay),
      /** Each the costliest first, 100 at most. */
      apps: z.array(share),
      models: z.array(share),
      members: z.array(share),
    }),
  },
  csv: {
    query: usageQuery,
  },
});

export const usage = withShapes(calls, shapes);
