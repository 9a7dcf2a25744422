import type { ProviderInput, ProviderModels } from "../shared/settings";

export async function googleAi({ text, endpoints, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createGoogle } = await import("@ai-sdk/google");
  const provider = createGoogle({ apiKey: text("api_key"), baseURL: endpoints.googleAi, fetch });
  return { chat: (model) => provider(model), embedding: (model) => provider.embedding(model) };
}
