import type { models } from "../../platform/db/tables/models";

type ModelType = Pick<typeof models.$inferSelect, "modelType">;

/** Why a model is not a chat model. */
export const notChatModel = ({ modelType }: ModelType): string | undefined =>
  modelType === "llm" ? undefined : "This is an embedding model. Choose a chat model.";

/** Why a model is not an embedding model. */
export const notEmbeddingModel = ({ modelType }: ModelType): string | undefined =>
  modelType === "embedding" ? undefined : "This is a chat model. Choose an embedding model.";
