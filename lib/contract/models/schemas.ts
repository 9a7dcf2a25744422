import { z } from "zod";
import { fastembedModels } from "@/lib/constants/fastembed";
import { providerIds } from "@/lib/constants/providers";
import { defineShapes, withShapes } from "../base/endpoint";
import {
  added,
  copyShapes,
  empty,
  gateOverride,
  idField,
  listPage,
  listQuery,
  nameField,
  readVersion,
  recordFields,
} from "../base/fields";
import { credentials, maskedCredentials } from "../providers/schemas";
import { models as policies } from "./policies";

const price = z.number().min(0, "Enter 0 or more.").max(1_000_000, "Enter 1,000,000 or less.").nullable();

const modelParams = z.object({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  maxOutputTokens: z.number().int().min(1).max(1_000_000).optional(),
});

const fields = z.object({
  name: nameField,
  /** A connection with credentials. Without one, `type` and the credentials in `config` find or create it. */
  providerId: idField.optional(),
  type: z.enum(providerIds, "Choose a provider.").optional(),
  model: z.string("Enter a model ID.").trim().min(1, "Enter a model ID.").max(200, "Use up to 200 characters."),
  modelType: z.enum(["llm", "embedding"]).optional(),
  contextWindow: z.number().int().min(1).max(100_000_000).optional(),
  embeddingLength: z.number().int().min(1).max(100_000).optional(),
  /** Credential fields of the provider. With a `providerId`, only those that each model has its own of. */
  config: credentials.default({}),
  params: modelParams.default({}),
  inputPrice: price.optional(),
  outputPrice: price.optional(),
  /** Save although the connection check fails. */
  force: z.boolean().optional(),
});

/** Whether a form names its provider, one way or the other. */
const hasProvider = ({ providerId, type }: { providerId?: string | undefined; type?: string | undefined }) =>
  providerId !== undefined || type !== undefined;
const noProvider = { path: ["type"], message: "Choose a provider." };

export const modelForm = fields.refine(hasProvider, noProvider);

const capabilities = z.object({ tools: z.boolean().nullable(), structuredOutput: z.boolean().nullable() });

export const modelSchema = z.object({
  _id: z.string(),
  name: z.string(),
  /** Null after the provider was deleted. */
  providerId: z.string().nullable(),
  providerName: z.string().nullable(),
  type: z.enum(providerIds),
  model: z.string(),
  modelType: z.enum(["llm", "embedding"]),
  embeddingLength: z.number().nullable(),
  contextWindow: z.number().nullable(),
  knowledgeCutoff: z.string().nullable(),
  inputPrice: z.number().nullable(),
  outputPrice: z.number().nullable(),
  params: modelParams,
  config: maskedCredentials,
  /** What the connection test has found out; null where it could not tell, or does not ask. */
  capabilities: capabilities.nullable(),
  usedBy: z.number(),
  ...recordFields,
});
export type Model = z.output<typeof modelSchema>;

const one = z.object({ model: modelSchema });

export const weightsSchema = z.object({
  model: z.string(),
  state: z.enum(["present", "missing", "downloading", "failed"]),
  receivedBytes: z.number(),
  /** Null while unknown. */
  totalBytes: z.number().nullable(),
  /** The folder, and the missing files. */
  folder: z.string(),
  missing: z.array(z.string()),
  /** What to do if files are missing. */
  message: z.string().nullable(),
});
export type Weights = z.output<typeof weightsSchema>;

const fastembedModel = z.object({ model: z.enum(fastembedModels, "FastEmbed has no model with this name.") });

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({
      modelType: z.enum(["llm", "embedding"]).optional(),
      type: z.enum(providerIds).optional(),
      providerId: idField.optional(),
    }),
    response: listPage("models", modelSchema),
  },
  get: {
    response: one,
  },
  defaults: {
    response: z.object({ llm: modelSchema.nullable(), embedding: modelSchema.nullable() }),
  },
  add: {
    body: modelForm,
    response: added,
  },
  test: {
    body: fields
      .omit({ name: true, force: true })
      .extend({ modelId: idField.optional() })
      .refine(hasProvider, noProvider),
    response: z.object({
      ok: z.boolean(),
      message: z.string().optional(),
      embeddingLength: z.number().optional(),
      capabilities: capabilities.optional(),
    }),
  },
  edit: {
    body: fields
      .extend({ config: credentials, params: modelParams })
      .partial()
      /** The reason to save it although required tests have not passed. Needs the permission of a team admin. */
      .extend({ ...readVersion, reason: gateOverride.reason }),
    response: empty,
  },
  weights: {
    query: fastembedModel,
    response: z.object({ weights: weightsSchema }),
  },
  downloadWeights: {
    body: fastembedModel,
    response: z.object({ weights: weightsSchema }),
  },
  cancelDownload: {
    body: fastembedModel,
    response: z.object({ weights: weightsSchema }),
  },
  setDefault: {
    body: z.object({ modelId: idField.nullable(), modelType: z.enum(["llm", "embedding"]) }),
    response: empty,
  },
  ...copyShapes,
});

export const models = withShapes(policies, shapes);
