import type { ProviderId } from "@/lib/constants/providers";
import { AppError } from "../../../platform/errors/errors";
import { answersOnly } from "./bounds/answer-check";
import { boundedAnswer } from "./bounds/bounded-answer";
import { wholeEmbeddings } from "./bounds/embedding-check";
import { anthropic } from "./clients/anthropic";
import { azure } from "./clients/azure";
import { fastembed } from "./clients/fastembed";
import { googleAi } from "./clients/google-ai";
import { googleVertex } from "./clients/google-vertex";
import { groq } from "./clients/groq";
import { ollama } from "./clients/ollama";
import { openAi } from "./clients/open-ai";
import { demo } from "./demo/demo";
import {
  type ChatModel,
  type EmbeddingModel,
  type Fetch,
  type ModelSettings,
  type Places,
  type ProviderInput,
  type ProviderModels,
  placesOfEnv,
  textOf,
} from "./shared/settings";

/** Packages are loaded on first use, to keep startup fast. */
const makers: Record<ProviderId, (input: ProviderInput) => Promise<ProviderModels>> = {
  open_ai: openAi,
  azure,
  fastembed,
  ollama,
  anthropic,
  groq,
  google_vertex: googleVertex,
  google_ai: googleAi,
  demo,
};

const offered = ({ type, config, contextWindow }: ModelSettings, fetch: Fetch, places = placesOfEnv()) =>
  makers[type]({ text: (field) => textOf(config, field), contextWindow, places, fetch });

/** `fetch` is the guarded one. Throws AppError when the provider has no chat models or its credentials are invalid. */
export async function createLanguageModel(settings: ModelSettings, fetch: Fetch, places?: Places): Promise<ChatModel> {
  const format = settings.type === "ollama" ? "lines" : "events";
  const { chat } = await offered(settings, boundedAnswer(answersOnly(fetch), format), places);
  if (!chat) throw new AppError("invalid", "This provider has no chat models.");
  return chat(settings.model);
}

/** As `createLanguageModel`, for embeddings. */
export async function createEmbeddingModel(
  settings: ModelSettings,
  fetch: Fetch,
  places?: Places,
): Promise<EmbeddingModel> {
  const { embedding } = await offered(settings, answersOnly(fetch), places);
  if (!embedding) throw new AppError("invalid", "This provider has no embedding models.");
  return wholeEmbeddings(embedding(settings.model));
}
