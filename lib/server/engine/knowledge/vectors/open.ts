import { openVerifiedStore } from "./builtin/open";
import { createPineconeStore } from "./pinecone/store";
import { createQdrantStore } from "./qdrant/store";
import type { VectorStore } from "./shared/types";

/** A store's settings; the key is decrypted and never logged. */
export type StoreSettings =
  | { type: "builtin" }
  | { type: "qdrant"; url: string; apiKey?: string }
  | { type: "pinecone"; url: string; apiKey: string };

export function openVectorStore(settings: StoreSettings): VectorStore {
  switch (settings.type) {
    case "builtin":
      return openVerifiedStore();
    case "qdrant":
      return createQdrantStore(settings);
    case "pinecone":
      return createPineconeStore(settings);
  }
}
