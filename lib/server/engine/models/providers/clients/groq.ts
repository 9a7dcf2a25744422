import type { ProviderInput, ProviderModels } from "../shared/settings";

export async function groq({ text, places, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createGroq } = await import("@ai-sdk/groq");
  const made = createGroq({ apiKey: text("groq_api_key"), baseURL: places.groq, fetch });
  return { chat: (model) => made(model) };
}
