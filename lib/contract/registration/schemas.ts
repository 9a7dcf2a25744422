import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { registration as policies } from "./policies";

export const shapes = defineShapes({
  get: {
    response: z.object({
      /** `open` anyone · `invite` only with an invite · `closed` no one. */
      mode: z.enum(["open", "invite", "closed"]),
      /** Email domains that may register; empty: all. */
      emailDomains: z.array(z.string()),
      /** Whether addresses are confirmed by mail. Passwords are then chosen at confirmation. */
      mail: z.boolean(),
    }),
  },
});

export const registration = withShapes(policies, shapes);
