import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, idField, limitField, revisionNumber } from "../base/fields";
import { feedback as policies } from "./policies";

const day = z.iso.date("Enter a date such as 2026-01-31.");

/** Both days are inclusive, in UTC. At most 366 days; default: the last 30. */
const filter = z.object({
  from: day.optional(),
  to: day.optional(),
  appId: idField.optional(),
  agentId: idField.optional(),
});

const counts = { up: z.number(), down: z.number() };
const named = z.object({ ...counts, _id: z.string().nullable(), name: z.string() });
const byRevision = z.object({
  ...counts,
  agentId: z.string(),
  agentName: z.string(),
  /** Null: unknown, of answers before agents had revisions. */
  revision: z.number().nullable(),
});

const rating = z.object({
  messageId: z.string(),
  sessionId: z.string(),
  sessionName: z.string(),
  appName: z.string(),
  agentRevision: z.number().nullable(),
  value: z.number(),
  reason: z.string().nullable(),
  date: dateTime,
});

export const shapes = defineShapes({
  get: {
    query: filter,
    response: z.object({
      from: z.string(),
      to: z.string(),
      totals: z.object(counts),
      /** Every day of the period. */
      days: z.array(z.object({ ...counts, day: z.string() })),
      /** Most ratings first, at most 100 each. */
      apps: z.array(named),
      agents: z.array(named),
      revisions: z.array(byRevision),
    }),
  },
  list: {
    query: filter.extend({
      revision: z.coerce.number().pipe(revisionNumber).optional(),
      value: z.enum(["1", "-1"]).optional(),
      limit: limitField(100, 20),
    }),
    /** Newest first. */
    response: z.object({ ratings: z.array(rating) }),
  },
});

export const feedback = withShapes(policies, shapes);
