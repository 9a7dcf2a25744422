import type { ProviderId } from "@/lib/constants/providers";

/** By a part of the provider's name in other systems. The first match counts. */
const providers: [RegExp, ProviderId][] = [
  [/azure/, "azure"],
  [/vertex/, "google_vertex"],
  [/anthropic|claude/, "anthropic"],
  [/ollama/, "ollama"],
  [/groq/, "groq"],
  [/gemini|google/, "google_ai"],
  [/openai_api_compatible|openai-compatible|chatopenaicustom|localai|openrouter/, "openai_compatible"],
  [/openai/, "open_ai"],
];

const byModel: [RegExp, ProviderId][] = [
  [/^(gpt-|o[134])/, "open_ai"],
  [/^claude/, "anthropic"],
  [/^gemini/, "google_ai"],
];

/** The provider of a model that another system names; others are offered as OpenAI-compatible. */
export function toProvider(provider: string, model: string): ProviderId {
  const name = provider.toLowerCase();
  const known = providers.find(([part]) => part.test(name))?.[1];
  return known ?? byModel.find(([start]) => start.test(model) && !name)?.[1] ?? "openai_compatible";
}

/** `openai/gpt-4o` as provider and model. */
export function splitModel(text: string): { provider: string; model: string } {
  const slash = text.indexOf("/");
  return slash < 0 ? { provider: "", model: text } : { provider: text.slice(0, slash), model: text.slice(slash + 1) };
}
