import { z } from "zod";
import { defineShapes, withShapes } from "../base/endpoint";
import { empty } from "../base/fields";
import { assets as policies } from "./policies";

export const shapes = defineShapes({
  add: {
    response: z.object({ _id: z.string(), filename: z.string() }),
  },
  remove: {
    response: empty,
  },
  file: {},
});

export const assets = withShapes(policies, shapes);
