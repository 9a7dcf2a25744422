import { z } from "zod";
import { templateIds } from "@/lib/constants/templates";
import { defineShapes, withShapes } from "../base/endpoint";
import { samples as policies } from "./policies";

export const shapes = defineShapes({
  add: {
    response: z.object({ appId: z.string(), redirect: z.string() }),
  },
  prepare: {
    body: z.object({ template: z.enum(templateIds, "Choose a template.") }),
    /** The `mapping` of the template's import. */
    response: z.object({ mapping: z.record(z.string(), z.string()) }),
  },
  ask: {
    /** `created`: the app is new. */
    response: z.object({ appId: z.string(), created: z.boolean() }),
  },
});

export const samples = withShapes(policies, shapes);
