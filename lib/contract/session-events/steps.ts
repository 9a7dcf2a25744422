import { z } from "zod";
import { passageSchema, retrievalSchema } from "../datasources/retrieval";
import { eventBody, missing, part } from "./body";
import { retrievedPassage } from "./messages";

/** One call of a model. */
export const stepBody = eventBody({
  ...missing,
  ...part,
  stepId: z.string(),
  messageId: z.string(),
  modelId: z.string().optional(),
  /** The agent and the number of its revision; absent for previews and managers of processes. */
  agentId: z.string().optional(),
  agentRevision: z.number().optional(),
  model: z.string(),
  provider: z.string(),
  purpose: z.literal("answer"),
  /** The prompt as sent; null if too long to store, and for readers of the conversation. */
  prompt: z.array(z.object({ role: z.string(), text: z.string() })).nullable(),
  ttftMs: z.number().nullable(),
  /** The model that responded, as the provider names it. */
  responseModel: z.string().optional(),
  finishReason: z.string(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  durationMs: z.number(),
  /** Some counts are estimates, as the provider did not report them. */
  estimated: z.literal(true).optional(),
  costUsd: z.number().nullable(),
  error: z.string().optional(),
  /** The kind of the error, such as `rate_limit` or `cancelled`. */
  errorType: z.string().optional(),
});

/** The revision of the called tool. */
const revision = { revisionId: z.string().optional(), revision: z.number().optional() };

export const toolCallBody = eventBody({
  ...missing,
  ...part,
  ...revision,
  callId: z.string(),
  name: z.string(),
  input: z.unknown().optional(),
  /** Why the arguments cannot be used. */
  invalid: z.string().optional(),
  startedAt: z.string().optional(),
  toolId: z.string().optional(),
  operation: z.string().nullable().optional(),
  /** The call needs approval. */
  approval: z.boolean().optional(),
  /** The client of a publication makes the call. */
  client: z.literal(true).optional(),
});

export const toolResultBody = eventBody({
  ...missing,
  ...part,
  ...revision,
  callId: z.string(),
  name: z.string(),
  output: z.unknown().optional(),
  error: z.string().optional(),
  durationMs: z.number(),
  /** What the tool wrote to its console. */
  logs: z.array(z.string()).optional(),
  /** Arguments of a person that replaced the model's. */
  changedInput: z.unknown().optional(),
});

/** One search of a tool. */
export const retrievalBody = eventBody({
  ...missing,
  ...part,
  tool: z.string(),
  query: z.string(),
  queries: z.array(z.string()),
  filters: retrievalSchema.shape.filters,
  passages: z.array(retrievedPassage),
  dropped: z.array(
    eventBody({ ...passageSchema.shape, lastPage: retrievedPassage.shape.lastPage, reason: z.string() }),
  ),
  ms: retrievalSchema.shape.ms,
});
