import { fastembedModels } from "@/lib/constants/fastembed";
import { listOfferedModels } from "@/lib/constants/models";
import type { ProviderId } from "@/lib/constants/providers";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { toAzureRoot } from "./clients/azure";
import { getVertexAccess } from "./clients/google-vertex";
import { listOllamaModels } from "./clients/ollama-models";
import { getCompatibleAccess } from "./clients/open-ai-compatible";
import { getField, type Listed, type ModelReader, readEntries } from "./shared/model-reader";
import type { ProviderInput } from "./shared/settings";

interface Listing {
  models: Listed[];
  /** Whether there are no further pages. */
  complete: boolean;
}

interface ListerInput extends Pick<ProviderInput, "text" | "endpoints" | "fetch"> {
  signal: AbortSignal;
  read: ModelReader;
}

type Lister = (input: ListerInput) => Promise<Listing>;

const maxPages = 10;
const bearer = (key: string): Record<string, string> => (key ? { authorization: `Bearer ${key}` } : {});
const withoutSlash = (url: string) => trimEndMatching(url, /\//);
/** A model's id without the path in front of it; other values are skipped later. */
const withoutPath = (name: unknown) => (typeof name === "string" ? name.slice(name.lastIndexOf("/") + 1) : name);
const all = (models: Listed[]): Listing => ({ models, complete: true });

/** Reads page by page, up to a maximum. `next` returns the query of the next page. */
async function readPages(
  readPage: (query: string) => Promise<unknown>,
  field: string,
  next: (page: unknown) => string | undefined,
) {
  const entries: ReturnType<typeof readEntries> = [];
  let query: string | undefined = "";
  for (let page = 0; page < maxPages && query !== undefined; page += 1) {
    const response = await readPage(query);
    entries.push(...readEntries(response, field));
    query = next(response);
  }
  return { entries, complete: query === undefined };
}

const nextToken = (page: unknown): string | undefined => {
  const token = getField(page, "nextPageToken");
  return typeof token === "string" && token !== "" ? `&pageToken=${encodeURIComponent(token)}` : undefined;
};

const openAi: Lister = async ({ text, endpoints, read }) => {
  const base = withoutSlash(endpoints.openAi ?? "https://api.openai.com/v1");
  const organization = text("org_id");
  const headers = { ...bearer(text("api_key")), ...(organization && { "openai-organization": organization }) };
  return all(readEntries(await read(`${base}/models`, headers), "data").map(({ id }) => ({ model: id })));
};

/** Base models, not deployments: their API needs an account of Azure's management. */
const azure: Lister = async ({ text, read }) => {
  const version = encodeURIComponent(text("api_version"));
  const url = `${toAzureRoot(text("azure_endpoint"))}/openai/models?api-version=${version}`;
  const entries = readEntries(await read(url, { "api-key": text("api_key") }), "data");
  return all(
    entries.map(({ id, capabilities, deprecation }) => ({
      model: id,
      modelType: getField(capabilities, "embeddings")
        ? "embedding"
        : getField(capabilities, "chat_completion")
          ? "llm"
          : undefined,
      endOfLife: getField(deprecation, "inference"),
    })),
  );
};

const anthropic: Lister = async ({ text, endpoints, read }) => {
  const base = withoutSlash(endpoints.anthropic ?? "https://api.anthropic.com/v1");
  const headers = { "x-api-key": text("api_key"), "anthropic-version": "2023-06-01" };
  const { entries, complete } = await readPages(
    (query) => read(`${base}/models?limit=1000${query}`, headers),
    "data",
    (page) => {
      const last = getField(page, "last_id");
      return getField(page, "has_more") === true && typeof last === "string"
        ? `&after_id=${encodeURIComponent(last)}`
        : undefined;
    },
  );
  const models = entries.map(({ id, display_name, max_input_tokens }): Listed => {
    return { model: id, name: display_name, modelType: "llm", contextWindow: max_input_tokens };
  });
  return { models, complete };
};

const groq: Lister = async ({ text, endpoints, read }) => {
  const base = withoutSlash(endpoints.groq ?? "https://api.groq.com/openai/v1");
  const entries = readEntries(await read(`${base}/models`, bearer(text("groq_api_key"))), "data");
  return all(
    entries
      .filter(({ active }) => active !== false)
      .map(({ id, context_window }) => ({ model: id, contextWindow: context_window })),
  );
};

const googleAi: Lister = async ({ text, endpoints, read }) => {
  const base = withoutSlash(endpoints.googleAi ?? "https://generativelanguage.googleapis.com/v1beta");
  const { entries, complete } = await readPages(
    (query) => read(`${base}/models?pageSize=1000${query}`, { "x-goog-api-key": text("api_key") }),
    "models",
    nextToken,
  );
  const models = entries.map(({ name, displayName, inputTokenLimit, supportedGenerationMethods }): Listed => {
    const methods = Array.isArray(supportedGenerationMethods) ? supportedGenerationMethods : [];
    return {
      model: typeof name === "string" ? name.replace(/^models\//, "") : name,
      name: displayName,
      modelType: methods.includes("generateContent")
        ? "llm"
        : methods.some((method) => /^(batch|async)*embed/i.test(String(method)))
          ? "embedding"
          : undefined,
      contextWindow: inputTokenLimit,
    };
  });
  return { models, complete };
};

/** Google's models in Model Garden. */
const googleVertex: Lister = async ({ text, endpoints, fetch, signal, read }) => {
  const { base, project, getToken } = await getVertexAccess({ text, endpoints, fetch });
  const headers = { ...bearer(await getToken(signal)), "x-goog-user-project": project };
  const { entries, complete } = await readPages(
    (query) => read(`${base}/publishers/google/models?pageSize=100${query}`, headers),
    "publisherModels",
    nextToken,
  );
  return { models: entries.map(({ name }) => ({ model: withoutPath(name) })), complete };
};

/** The entries of compatible servers have the fields of their vendors. */
const openAiCompatible: Lister = async ({ text, read }) => {
  const { base, headers } = getCompatibleAccess(text);
  const entries = readEntries(await read(`${base}/models`, headers), "data", "models");
  return all(
    entries.map((entry) => ({
      model: entry.id ?? entry.name,
      name: entry.display_name ?? entry.name,
      modelType: findCompatibleType(entry),
      contextWindow: entry.context_length ?? entry.context_window ?? entry.max_model_len ?? entry.max_context_length,
      endOfLife: entry.deprecation ?? entry.deprecation_date ?? entry.expiration_date,
    })),
  );
};

/** Together and LM Studio say it in `type`, Mistral in `capabilities`, OpenRouter in `architecture`. */
function findCompatibleType({ type, capabilities, architecture }: Record<string, unknown>): Listed["modelType"] {
  const outputs = getField(architecture, "output_modalities");
  const modalities = Array.isArray(outputs) ? outputs : [];
  if (type === "embedding" || type === "embeddings" || modalities.includes("embeddings")) return "embedding";
  const isChat = type === "chat" || type === "llm" || type === "vlm" || modalities.includes("text");
  return isChat || getField(capabilities, "completion_chat") === true ? "llm" : undefined;
}

/** How to list the models of each type of provider. */
export const listers: Record<ProviderId, Lister> = {
  open_ai: openAi,
  azure,
  fastembed: async () => all(fastembedModels.map((model) => ({ model, modelType: "embedding" as const }))),
  ollama: async ({ text, read }) => all(await listOllamaModels(text, read)),
  anthropic,
  groq,
  google_vertex: googleVertex,
  google_ai: googleAi,
  openai_compatible: openAiCompatible,
  demo: async () => all(listOfferedModels("demo").map(({ model, modelType }) => ({ model, modelType }))),
};
