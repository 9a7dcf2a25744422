import type { ProviderId } from "@/lib/constants/providers";
import { decryptConfig, listSecrets } from "./config";
import type { ModelRow } from "./find-model";
import type { ModelSettings } from "./providers/shared/settings";

/** A stored model's call settings, and the secrets to redact from its provider's messages. */
export function toCallableModel(row: ModelRow): { settings: ModelSettings; secrets: string[] } {
  const type = row.type as ProviderId;
  const config = decryptConfig(row.teamId, row);
  const settings = { type, model: row.model, config, contextWindow: row.contextWindow ?? undefined };
  return { settings, secrets: listSecrets(type, config) };
}
