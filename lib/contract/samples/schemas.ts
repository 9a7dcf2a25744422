import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { samples as policies } from "./policies";

export const shapes = defineShapes({
  add: {
    response: z.object({ appId: z.string(), redirect: z.string() }),
  },
  ask: {
    /** `created`: the app is new. */
    response: z.object({ appId: z.string(), created: z.boolean() }),
  },
});

export const samples = withShapes(policies, shapes);
