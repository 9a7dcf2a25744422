import { z } from "zod";
import { providerIds } from "@/lib/constants/providers";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  copyShapes,
  empty,
  idField,
  listPage,
  listQuery,
  nameField,
  readVersion,
  recordFields,
} from "../base/fields";
import { providers as policies } from "./policies";

/** The credential fields of a provider. */
export const credentials = z.record(z.string(), z.union([z.string().max(65_536), z.number(), z.null()]).optional());
/** Secret values are masked. */
export const maskedCredentials = z.record(z.string(), z.union([z.string(), z.number()]));

export const providerForm = z.object({
  name: nameField,
  type: z.enum(providerIds, "Choose a type."),
  config: credentials.default({}),
});

const named = z.array(z.object({ _id: z.string(), name: z.string() }));

export const providerSchema = z.object({
  _id: z.string(),
  name: z.string(),
  type: z.enum(providerIds),
  config: maskedCredentials,
  /** Number of models that use it. */
  usedBy: z.number(),
  /** The first 50 of them. */
  usedIn: named,
  createdBy: z.string().nullable(),
  ...recordFields,
});
export type Provider = z.output<typeof providerSchema>;

/** As far as the provider tells; null is unknown. */
export const offeredModel = z.object({
  model: z.string(),
  name: z.string().nullable(),
  modelType: z.enum(["llm", "embedding"]).nullable(),
  contextWindow: z.number().nullable(),
  /** The date on which the provider stops the model, such as 2026-06-30. */
  endOfLife: z.string().nullable(),
});
export type OfferedModel = z.output<typeof offeredModel>;

/** A model of the team that the provider is going to stop, or has stopped. */
const endingModel = z.object({
  _id: z.string(),
  name: z.string(),
  model: z.string(),
  endOfLife: z.string(),
  /** The first 50 agents that use it. */
  agents: named,
});
export type EndingModel = z.output<typeof endingModel>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ type: z.enum(providerIds).optional() }),
    response: listPage("providers", providerSchema),
  },
  get: {
    response: z.object({ provider: providerSchema }),
  },
  models: {
    response: z.object({
      models: z.array(offeredModel),
      /** Whether these are all: very long lists are cut off. */
      complete: z.boolean(),
      ending: z.array(endingModel),
    }),
  },
  add: {
    body: providerForm,
    response: added,
  },
  test: {
    body: providerForm.omit({ name: true }).extend({ providerId: idField.optional() }),
    response: z.object({ ok: z.boolean(), message: z.string().optional(), models: z.number().optional() }),
  },
  edit: {
    body: providerForm.extend({ config: credentials }).partial().extend(readVersion),
    response: empty,
  },
  remove: copyShapes.remove,
});

export const providers = withShapes(policies, shapes);
