import type { ProviderModels } from "../shared/settings";
import { demoChat } from "./demo-chat";
import { demoEmbedding } from "./demo-embedding";

/** The offline provider: in-process, no key, no network. */
export const demo = async (): Promise<ProviderModels> => ({ chat: demoChat, embedding: demoEmbedding });
