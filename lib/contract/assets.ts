import { z } from "zod";
import { assets as calls } from "./calls/assets";
import { defineShapes, withShapes } from "./endpoint";
import { empty } from "./fields";

/** What each call takes and answers. */
export const shapes = defineShapes({
  add: {
    response: z.object({ _id: z.string(), filename: z.string() }),
  },
  remove: {
    response: empty,
  },
  file: {},
});

export const assets = withShapes(calls, shapes);
