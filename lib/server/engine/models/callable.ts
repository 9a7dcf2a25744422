import { hasCredentials, type ProviderId } from "@/lib/constants/providers";
import { AppError } from "../../platform/errors/errors";
import { type DecryptedConfig, decryptConfig, listSecrets, pickConfig } from "./config";
import type { ConnectedModel } from "./find-model";
import type { ModelSettings } from "./providers/shared/settings";

/** A model's own values and its connection's. */
export const toModelConfig = ({ model, provider }: ConnectedModel): DecryptedConfig => ({
  ...(provider && decryptConfig(provider)),
  ...pickConfig(model.type as ProviderId, "model", model.config),
});

/**
 * A stored model's call settings, and the secrets to redact from its provider's messages. Throws 409 when its connection was
 * deleted.
 */
export function toCallableModel(stored: ConnectedModel): { settings: ModelSettings; secrets: string[] } {
  const { model, provider } = stored;
  const type = model.type as ProviderId;
  if (!provider && hasCredentials(type))
    throw new AppError(
      "conflict",
      `The provider of the model “${model.name}” was deleted. Choose another provider for it.`,
    );
  const config = toModelConfig(stored);
  const settings = { type, model: model.model, config, contextWindow: model.contextWindow ?? undefined };
  return { settings, secrets: listSecrets(type, config) };
}
