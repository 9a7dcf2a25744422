import { z } from "zod";
import { registration as calls } from "./calls/registration";
import { defineShapes, withShapes } from "./endpoint";

/** What each call takes and answers. */
export const shapes = defineShapes({
  get: {
    response: z.object({
      /** `open` anybody · `invite` who was invited · `closed` nobody. */
      mode: z.enum(["open", "invite", "closed"]),
      /** Whose addresses alone are taken; empty: everybody's. */
      emailDomains: z.array(z.string()),
      /** Whether an address is confirmed by mail, and the password chosen then. */
      mail: z.boolean(),
    }),
  },
});

export const registration = withShapes(calls, shapes);
