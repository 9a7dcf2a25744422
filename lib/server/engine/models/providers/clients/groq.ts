import type { ProviderInput, ProviderModels } from "../shared/settings";

export async function groq({ text, endpoints, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createGroq } = await import("@ai-sdk/groq");
  const provider = createGroq({ apiKey: text("groq_api_key"), baseURL: endpoints.groq, fetch });
  return { chat: (model) => provider(model) };
}
