import type { ProviderId } from "@/lib/constants/providers";
import type { ModelNeed, Verdict } from "../shared/report";

/** What CrewAI puts before a model's name, and the variable of the provider's key. */
const providers: Partial<Record<ProviderId, readonly [prefix: string, key: string]>> = {
  open_ai: ["openai", "OPENAI_API_KEY"],
  azure: ["azure", "AZURE_API_KEY"],
  anthropic: ["anthropic", "ANTHROPIC_API_KEY"],
  google_ai: ["gemini", "GEMINI_API_KEY"],
  google_vertex: ["vertex_ai", "GOOGLE_APPLICATION_CREDENTIALS"],
  groq: ["groq", "GROQ_API_KEY"],
  ollama: ["ollama", "OLLAMA_API_BASE"],
  openai_compatible: ["openai", "OPENAI_API_KEY"],
};

/** CrewAI's name of a model; undefined for the demo model, for which CrewAI uses its default. */
export function toCrewModel({ provider, model }: ModelNeed): string | undefined {
  const known = providers[provider];
  return known && `${known[0]}/${model}`;
}

/** The variables that the providers' keys are read from. */
export const listKeyVariables = (models: readonly ModelNeed[]): string[] => [
  ...new Set(models.flatMap(({ provider }) => providers[provider]?.[1] ?? [])),
];

export function describeCrewModel(need: ModelNeed): Verdict {
  if (need.modelType === "embedding") return ["left", "No exported part uses it."];
  const [, key] = providers[need.provider] ?? [];
  if (!key)
    return ["needs", "The demo model works in Muster only. CrewAI uses its default model. Add “llm” to the agents."];
  if (need.provider === "openai_compatible")
    return ["needs", "Set OPENAI_API_KEY, and OPENAI_BASE_URL to the server's URL, in the .env file."];
  return ["needs", `Set ${key} in the .env file.`];
}
