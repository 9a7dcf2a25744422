import type { ProviderInput, ProviderModels } from "../shared/settings";

export async function anthropic({ text, places, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const made = createAnthropic({ apiKey: text("api_key"), baseURL: places.anthropic, fetch });
  return { chat: (model) => made(model) };
}
