import { z } from "zod";
import { teams as calls } from "./calls/teams";
import { defineShapes, withShapes } from "./endpoint";
import { empty, nameField } from "./fields";

export const teamForm = z.object({ name: nameField });
/** 0: for ever; null: as the server does. */
export const retentionForm = z.object({
  days: z
    .number("Give a whole number of days.")
    .int("Give a whole number of days.")
    .min(0, "Give a whole number of days.")
    .max(36_500, "Give at most 36,500 days.")
    .nullable(),
});

/** What each call takes and answers. */
export const shapes = defineShapes({
  add: {
    body: teamForm,
    response: z.object({ id: z.string(), orgId: z.string(), redirect: z.string().optional() }),
  },
  retention: {
    response: z.object({
      /** What holds: the team's own choice or the server's, within the plan. 0: for ever. */
      days: z.number(),
      own: z.number().nullable(),
      server: z.number(),
      plan: z.number(),
    }),
  },
  editRetention: {
    body: retentionForm,
    response: empty,
  },
});

export const teams = withShapes(calls, shapes);
