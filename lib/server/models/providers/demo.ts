import { demoChat } from "./demo-chat";
import { demoEmbedding } from "./demo-embedding";
import type { ProviderModels } from "./settings";

/** The offline provider: in-process, no key, no network. */
export const demo = async (): Promise<ProviderModels> => ({ chat: demoChat, embedding: demoEmbedding });
