import type { models } from "../../platform/db/tables/models";

type ModelType = Pick<typeof models.$inferSelect, "modelType">;

/** Returns why a model cannot be used as a chat model, or undefined. */
export const findChatModelProblem = ({ modelType }: ModelType): string | undefined =>
  modelType === "llm" ? undefined : "This is an embedding model. Choose a chat model.";

/** Returns why a model cannot be used for embeddings, or undefined. */
export const findEmbeddingModelProblem = ({ modelType }: ModelType): string | undefined =>
  modelType === "embedding" ? undefined : "This is a chat model. Choose an embedding model.";
