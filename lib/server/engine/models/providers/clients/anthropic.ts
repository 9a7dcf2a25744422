import type { ProviderInput, ProviderModels } from "../shared/settings";

export async function anthropic({ text, endpoints, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const provider = createAnthropic({ apiKey: text("api_key"), baseURL: endpoints.anthropic, fetch });
  return { chat: (model) => provider(model) };
}
