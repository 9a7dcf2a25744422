import { type ProviderId, providers } from "@/lib/constants/providers";
import type { ModelNeed, Verdict } from "../shared/report";

/** Whether a provider's models are called by OpenAI's API, with a base URL for those of others. */
const compatible: readonly ProviderId[] = ["open_ai", "openai_compatible", "ollama", "groq"];

/** The model's id, if the SDK can call it; otherwise it uses its default. */
export const toSdkModel = ({ provider, model }: ModelNeed): string | undefined =>
  compatible.includes(provider) ? model : undefined;

export function describeSdkModel(need: ModelNeed): Verdict {
  if (need.modelType === "embedding") return ["left", "No exported part uses it."];
  if (need.provider === "open_ai") return ["needs", "Set OPENAI_API_KEY in the .env file."];
  if (need.provider === "demo")
    return ["needs", "The demo model works in Muster only. The SDK uses its default model. Set “model” in agents.ts."];
  const { title } = providers[need.provider];
  if (compatible.includes(need.provider))
    return [
      "needs",
      `Set OPENAI_BASE_URL to the OpenAI-compatible URL of ${title}, and OPENAI_API_KEY, in the .env file.`,
    ];
  return ["needs", `The SDK doesn't call ${title} itself and uses its default model. Set “model” in agents.ts.`];
}
