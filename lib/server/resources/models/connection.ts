import type { z } from "zod";
import { findCatalogueModel } from "@/lib/constants/models";
import type { ProviderId } from "@/lib/constants/providers";
import { providers } from "@/lib/constants/providers";
import type { modelForm } from "@/lib/contract/models/schemas";
import { type DecryptedConfig, listSecrets } from "../../engine/models/config";
import { checkConnection } from "../../engine/models/providers/check";
import { AppError } from "../../platform/errors/errors";
import { outbound } from "../../platform/outbound/instance";

export type Form = z.output<typeof modelForm>;

interface Facts {
  modelType: "llm" | "embedding";
  contextWindow: number;
  embeddingLength: number | null;
  knowledgeCutoff: string | null;
  inputPrice: number | null;
  outputPrice: number | null;
}

/** Completes the form from the catalog. An unknown model is an LLM with 8,192 tokens by default. */
export function completeFacts(form: Pick<Form, "type" | "model"> & Partial<Form>): Facts {
  const known = findCatalogueModel(form.type, form.model);
  return {
    modelType: form.modelType ?? known?.modelType ?? "llm",
    contextWindow: form.contextWindow ?? known?.contextWindow ?? 8_192,
    embeddingLength: form.embeddingLength ?? known?.embeddingLength ?? null,
    knowledgeCutoff: known?.knowledgeCutoff ?? null,
    inputPrice: form.inputPrice === undefined ? (known?.inputPrice ?? null) : form.inputPrice,
    outputPrice: form.outputPrice === undefined ? (known?.outputPrice ?? null) : form.outputPrice,
  };
}

export const check = (type: ProviderId, model: string, modelType: "llm" | "embedding", config: DecryptedConfig) =>
  checkConnection(
    { type, model, config },
    modelType,
    outbound().fetchWith({ headersTimeoutMs: 15_000, maxJsonEntries: 100_000 }),
    listSecrets(type, config),
  );

/** Calls the model if its provider requires that, and returns the embedding length. */
export async function checkIfRequired(form: Form, facts: Facts, config: DecryptedConfig): Promise<number | null> {
  if (!providers[form.type].needsCheck) return facts.embeddingLength;
  const result = await check(form.type, form.model, facts.modelType, config);
  if (result.ok) return result.embeddingLength ?? facts.embeddingLength;
  if (form.force) return facts.embeddingLength;
  throw new AppError("invalid", result.message, {
    issues: [{ path: "model", message: result.message }],
    data: { check: false },
  });
}
