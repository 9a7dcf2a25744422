import type { ProviderInput, ProviderModels } from "./settings";

/** Chat completions, not responses: gateways in front of OpenAI speak these. */
export async function openAi({ text, places, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createOpenAI } = await import("@ai-sdk/openai");
  const made = createOpenAI({
    apiKey: text("api_key"),
    organization: text("org_id") || undefined,
    baseURL: places.openAi,
    fetch,
  });
  return { chat: (model) => made.chat(model), embedding: (model) => made.embedding(model) };
}
