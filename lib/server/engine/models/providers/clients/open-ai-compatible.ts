import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { parseHeaders } from "../shared/headers";
import type { ProviderInput, ProviderModels } from "../shared/settings";

/** Where requests go, and with which headers. The URL is often pasted with the path of a call. */
export function getCompatibleAccess(text: ProviderInput["text"]): { base: string; headers: Record<string, string> } {
  const url = trimEndMatching(text("base_url"), /\//).replace(/\/(chat\/completions|embeddings|models)$/, "");
  const key = text("api_key");
  return {
    base: trimEndMatching(url, /\//),
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...parseHeaders(text("headers")) },
  };
}

/** Any server with OpenAI's chat completions and embeddings. */
export async function openAiCompatible({ text, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const { base, headers } = getCompatibleAccess(text);
  const provider = createOpenAICompatible({
    name: "openai_compatible",
    baseURL: base,
    headers,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch,
  });
  return { chat: (model) => provider.chatModel(model), embedding: (model) => provider.embeddingModel(model) };
}
