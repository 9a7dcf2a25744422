import type { ProviderInput, ProviderModels } from "../shared/settings";

/** Chat completions instead of responses, because gateways in front of OpenAI support them. */
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
