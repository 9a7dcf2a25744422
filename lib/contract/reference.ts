import { z } from "zod";
import { reference as calls } from "./calls/reference";
import { defineShapes, withShapes } from "./endpoint";

/** What each call takes and answers. */
export const shapes = defineShapes({
  openapi: {
    response: z.looseObject({ openapi: z.string() }),
  },
});

export const reference = withShapes(calls, shapes);
