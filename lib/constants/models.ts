import type { ProviderId } from "./providers";

export interface CatalogueModel {
  provider: ProviderId;
  model: string;
  modelType: "llm" | "embedding";
  /** Tokens. */
  contextWindow: number;
  /** Initial value; the connection test stores the actual length. */
  embeddingLength?: number;
  /** Year and month. */
  knowledgeCutoff?: string;
  /** US dollars per million tokens. Absent if the price depends on tier or region, so the cost is unknown. */
  inputPrice?: number;
  outputPrice?: number;
  /** Known to the catalog, but not offered in lists. */
  hidden?: true;
}

interface LlmFacts {
  context: number;
  cutoff?: string;
  price?: readonly [input: number, output: number];
}

const llm = (provider: ProviderId, model: string, { context, cutoff, price }: LlmFacts): CatalogueModel => ({
  provider,
  model,
  modelType: "llm",
  contextWindow: context,
  ...(cutoff && { knowledgeCutoff: cutoff }),
  ...(price && { inputPrice: price[0], outputPrice: price[1] }),
});

const embedding = (
  provider: ProviderId,
  model: string,
  embeddingLength: number,
  contextWindow: number,
  inputPrice: number,
): CatalogueModel => ({
  provider,
  model,
  modelType: "embedding",
  contextWindow,
  embeddingLength,
  inputPrice,
  outputPrice: 0,
});

const free = [0, 0] as const;
const gpt4oMini: LlmFacts = { context: 128_000, cutoff: "2023-10", price: [0.15, 0.6] };
const gpt4o: LlmFacts = { context: 128_000, cutoff: "2023-10", price: [2.5, 10] };
const gpt4: LlmFacts = { context: 8_192, cutoff: "2021-09", price: [30, 60] };
const omitPrice = ({ context, cutoff }: LlmFacts): LlmFacts => ({ context, cutoff });
const gemini = (provider: ProviderId): CatalogueModel[] => [
  llm(provider, "gemini-1.5-pro", { context: 2_000_000, cutoff: "2023-11" }),
  llm(provider, "gemini-1.5-flash", { context: 1_000_000, cutoff: "2023-11" }),
  llm(provider, "gemini-1.0-pro", { context: 33_000 }),
];

/** The known models. Any other name is accepted; its figures must then be entered. */
export const modelCatalogue: readonly CatalogueModel[] = [
  llm("open_ai", "gpt-4o-mini", gpt4oMini),
  llm("open_ai", "gpt-4o", gpt4o),
  llm("open_ai", "gpt-4-turbo", { context: 128_000, cutoff: "2023-12", price: [10, 30] }),
  llm("open_ai", "gpt-4", gpt4),
  embedding("open_ai", "text-embedding-3-small", 1_536, 8_191, 0.02),
  embedding("open_ai", "text-embedding-3-large", 3_072, 8_191, 0.13),
  embedding("open_ai", "text-embedding-ada-002", 1_536, 8_191, 0.1),

  llm("azure", "gpt-4o-mini", omitPrice(gpt4oMini)),
  llm("azure", "gpt-4o", omitPrice(gpt4o)),
  llm("azure", "gpt-4", omitPrice(gpt4)),

  embedding("fastembed", "fast-bge-small-en", 384, 512, 0),
  embedding("fastembed", "fast-bge-base-en", 768, 512, 0),
  embedding("fastembed", "fast-all-MiniLM-L6-v2", 384, 512, 0),
  embedding("fastembed", "fast-multilingual-e5-large", 1_024, 512, 0),
  { ...embedding("fastembed", "fast-bge-small-zh-v1.5", 512, 512, 0), hidden: true },

  llm("ollama", "llama2", { context: 4_096, price: free }),
  llm("ollama", "llama3", { context: 8_192, cutoff: "2023-03", price: free }),
  llm("ollama", "llama3:70b", { context: 8_192, cutoff: "2023-12", price: free }),
  llm("ollama", "dolphin-llama3", { context: 8_192, cutoff: "2023-03", price: free }),
  llm("ollama", "dolphin-llama3:70b", { context: 8_192, cutoff: "2023-12", price: free }),
  llm("ollama", "phi3", { context: 128_000, cutoff: "2023-10", price: free }),
  llm("ollama", "phi3:medium", { context: 128_000, cutoff: "2023-10", price: free }),
  llm("ollama", "mixtral:instruct", { context: 32_768, price: free }),
  embedding("ollama", "nomic-embed-text", 8_192, 8_192, 0),

  llm("anthropic", "claude-3-5-sonnet-20240620", { context: 200_000, cutoff: "2024-04", price: [3, 15] }),
  llm("anthropic", "claude-3-sonnet-20240229", { context: 200_000, cutoff: "2023-08", price: [3, 15] }),
  llm("anthropic", "claude-3-opus-20240229", { context: 200_000, cutoff: "2023-08", price: [15, 75] }),
  llm("anthropic", "claude-3-haiku-20240307", { context: 200_000, cutoff: "2023-08", price: [0.25, 1.25] }),

  llm("groq", "llama3-70b-8192", { context: 8_192, cutoff: "2023-12", price: [0.59, 0.79] }),
  llm("groq", "mixtral-8x7b-32768", { context: 32_768, price: [0.24, 0.24] }),
  llm("groq", "llama3-groq-70b-8192-tool-use-preview", { context: 8_192, price: [0.89, 0.89] }),
  llm("groq", "llama3-groq-8b-8192-tool-use-preview", { context: 8_192, price: [0.19, 0.19] }),

  ...gemini("google_vertex"),
  ...gemini("google_ai"),

  llm("demo", "demo-chat", { context: 32_768, price: free }),
  embedding("demo", "demo-embed", 384, 8_192, 0),
];

/** Defaults of a model outside the catalog. */
export const unknownModel = { modelType: "llm", contextWindow: 8_192 } as const;

/** Finds a model in the catalog, ignoring options after a colon (`demo-chat:ttft=200,tps=80`). */
export function findCatalogueModel(provider: ProviderId, model: string): CatalogueModel | undefined {
  const name = provider === "demo" ? model.split(":", 1)[0] : model;
  return modelCatalogue.find((entry) => entry.provider === provider && entry.model === name);
}

/** Returns the models that a form offers for a provider. */
export const listOfferedModels = (provider: ProviderId): readonly CatalogueModel[] =>
  modelCatalogue.filter((entry) => entry.provider === provider && !entry.hidden);
