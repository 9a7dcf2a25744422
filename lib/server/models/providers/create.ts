import type { ProviderId } from "@/lib/constants/providers";
import { AppError } from "../../http/errors";
import { answersOnly } from "./answer-check";
import { anthropic } from "./anthropic";
import { azure } from "./azure";
import { boundedAnswer } from "./bounded-answer";
import { demo } from "./demo";
import { wholeEmbeddings } from "./embedding-check";
import { fastembed } from "./fastembed";
import { googleAi } from "./google-ai";
import { googleVertex } from "./google-vertex";
import { groq } from "./groq";
import { ollama } from "./ollama";
import { openAi } from "./open-ai";
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
} from "./settings";

/** Each loads its package when first used, so that a start does not pay for eight of them. */
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

/** `fetch` is the guarded one. Throws AppError when the provider has no chat models or its credentials cannot be read. */
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
