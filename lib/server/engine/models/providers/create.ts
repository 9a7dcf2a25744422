import type { ProviderId } from "@/lib/constants/providers";
import { AppError } from "../../../platform/errors/errors";
import { rejectWebPages } from "./bounds/answer-check";
import { boundResponse, type Take } from "./bounds/bounded-answer";
import { checkEmbeddings } from "./bounds/embedding-check";
import { withTextBypass } from "./bounds/text-bypass";
import { anthropic } from "./clients/anthropic";
import { azure } from "./clients/azure";
import { fastembed } from "./clients/fastembed";
import { googleAi } from "./clients/google-ai";
import { googleVertex } from "./clients/google-vertex";
import { groq } from "./clients/groq";
import { ollama } from "./clients/ollama";
import { openAi } from "./clients/open-ai";
import { openAiCompatible } from "./clients/open-ai-compatible";
import { demo } from "./demo/demo";
import {
  type ChatModel,
  type EmbeddingModel,
  type Endpoints,
  type Fetch,
  getText,
  type ModelSettings,
  type ProviderInput,
  type ProviderModels,
  readEndpoints,
} from "./shared/settings";

/** Packages are loaded on first use, to keep startup fast. */
const factories: Record<ProviderId, (input: ProviderInput) => Promise<ProviderModels>> = {
  open_ai: openAi,
  azure,
  fastembed,
  ollama,
  anthropic,
  groq,
  google_vertex: googleVertex,
  google_ai: googleAi,
  openai_compatible: openAiCompatible,
  demo,
};

/** Their responses have the events of OpenAI's chat completions. */
const openAiProtocol: ReadonlySet<ProviderId> = new Set(["open_ai", "azure", "groq", "openai_compatible"]);

const createProvider = ({ type, config, contextWindow }: ModelSettings, fetch: Fetch, endpoints = readEndpoints()) =>
  factories[type]({ text: (field) => getText(config, field), contextWindow, endpoints, fetch });

/** `fetch` is the guarded one. Throws AppError when the provider has no chat models or its credentials are invalid. */
export async function createLanguageModel(
  settings: ModelSettings,
  fetch: Fetch,
  endpoints?: Endpoints,
): Promise<ChatModel> {
  const format = settings.type === "ollama" ? "lines" : "events";
  const create = async (take?: Take): Promise<ChatModel> => {
    const bounded = boundResponse(rejectWebPages(fetch), format, take);
    const { chat } = await createProvider(settings, bounded, endpoints);
    if (!chat) throw new AppError("invalid", "This provider has no chat models.");
    return chat(settings.model);
  };
  const model = await create();
  return openAiProtocol.has(settings.type) ? withTextBypass(model, create) : model;
}

/** As `createLanguageModel`, for embeddings. */
export async function createEmbeddingModel(
  settings: ModelSettings,
  fetch: Fetch,
  endpoints?: Endpoints,
): Promise<EmbeddingModel> {
  const { embedding } = await createProvider(settings, rejectWebPages(fetch), endpoints);
  if (!embedding) throw new AppError("invalid", "This provider has no embedding models.");
  return checkEmbeddings(embedding(settings.model));
}
