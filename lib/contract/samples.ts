import { z } from "zod";
import { samples as calls } from "./calls/samples";
import { defineShapes, withShapes } from "./endpoint";

/** What each call takes and answers. */
export const shapes = defineShapes({
  add: {
    response: z.object({ appId: z.string(), redirect: z.string() }),
  },
});

export const samples = withShapes(calls, shapes);
