import type { z } from "zod";
import { findCatalogueModel } from "@/lib/constants/models";
import type { ProviderId } from "@/lib/constants/providers";
import { providers } from "@/lib/constants/providers";
import type { modelForm } from "@/lib/contract/models/schemas";
import { type DecryptedConfig, listSecrets } from "../../engine/models/config";
import { type CheckResult, checkConnection } from "../../engine/models/providers/check";
import { type ModelCapabilities, probeCapabilities } from "../../engine/models/providers/probe";
import type { ModelSettings } from "../../engine/models/providers/shared/settings";
import { AppError } from "../../platform/errors/errors";
import { outbound } from "../../platform/outbound/instance";

/** A form whose provider is known. */
export type Form = Omit<z.output<typeof modelForm>, "type" | "providerId"> & { type: ProviderId };

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

type Call = Pick<ModelSettings, "type" | "model" | "config"> & { config: DecryptedConfig };

const fetchForCheck = () => outbound().fetchWith({ headersTimeoutMs: 15_000, maxJsonEntries: 100_000 });

/** Calls the model. Where it is not known what the provider's models can do, also finds that out. */
export async function check(
  call: Call,
  modelType: "llm" | "embedding",
): Promise<CheckResult & { capabilities?: ModelCapabilities }> {
  const result = await checkConnection(call, modelType, fetchForCheck(), listSecrets(call.type, call.config));
  if (!result.ok || modelType !== "llm" || !providers[call.type].probesCapabilities) return result;
  return { ...result, capabilities: await probeCapabilities(call, fetchForCheck()) };
}

type Tested = Pick<Facts, "embeddingLength"> & { capabilities?: ModelCapabilities | null };

/** Calls the model if its provider requires that, and returns what the test has found out. */
export async function checkIfRequired(call: Call, facts: Facts, force: boolean | undefined): Promise<Tested> {
  const { embeddingLength, modelType } = facts;
  if (!providers[call.type].needsCheck) return { embeddingLength };
  const result = await check(call, modelType);
  if (result.ok)
    return { embeddingLength: result.embeddingLength ?? embeddingLength, capabilities: result.capabilities ?? null };
  if (force) return { embeddingLength, capabilities: null };
  throw new AppError("invalid", result.message, {
    issues: [{ path: "model", message: result.message }],
    data: { check: false },
  });
}
