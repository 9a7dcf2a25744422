import type { ProviderInput, ProviderModels } from "../shared/settings";

export async function googleAi({ text, places, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createGoogle } = await import("@ai-sdk/google");
  const made = createGoogle({ apiKey: text("api_key"), baseURL: places.googleAi, fetch });
  return { chat: (model) => made(model), embedding: (model) => made.embedding(model) };
}
