import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { home as policies } from "./policies";

export const shapes = defineShapes({
  steps: {
    response: z.object({
      /** A chat model other than the offline one. */
      model: z.boolean(),
      datasource: z.boolean(),
      agent: z.boolean(),
      /** A session with a message that the caller sees. */
      session: z.boolean(),
      /** A second member, or an invitation. */
      colleague: z.boolean(),
    }),
  },
});

export const home = withShapes(policies, shapes);
