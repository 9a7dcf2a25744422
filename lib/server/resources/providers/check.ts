import type { ProviderId } from "@/lib/constants/providers";
import { type DecryptedConfig, listSecrets } from "../../engine/models/config";
import { listProviderModels } from "../../engine/models/providers/list-models";
import { outbound } from "../../platform/outbound/instance";

/** A list of models is foreign data: its size, and the effort of parsing it, are limited. */
const limits = {
  headersTimeoutMs: 15_000,
  maxBytes: 4 * 1024 * 1024,
  maxJsonEntries: 200_000,
  maxJsonParts: 50_000,
};

/** Asks a provider which models it offers. Never throws. */
export const listOffered = (type: ProviderId, config: DecryptedConfig, signal: AbortSignal) =>
  listProviderModels({ type, config }, outbound().fetchWith(limits), listSecrets(type, config), { signal });
