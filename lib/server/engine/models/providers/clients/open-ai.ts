import type { ProviderInput, ProviderModels } from "../shared/settings";

/** Chat completions instead of responses, because gateways in front of OpenAI support them. */
export async function openAi({ text, endpoints, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createOpenAI } = await import("@ai-sdk/openai");
  const provider = createOpenAI({
    apiKey: text("api_key"),
    organization: text("org_id") || undefined,
    baseURL: endpoints.openAi,
    fetch,
  });
  return { chat: (model) => provider.chat(model), embedding: (model) => provider.embedding(model) };
}
