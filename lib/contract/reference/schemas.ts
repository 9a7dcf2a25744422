import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { reference as policies } from "./policies";

export const shapes = defineShapes({
  openapi: {
    response: z.looseObject({ openapi: z.string() }),
  },
});

export const reference = withShapes(policies, shapes);
