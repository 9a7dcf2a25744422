import { join } from "node:path";
import { env } from "../../env";
import { singleton } from "../../registry";
import { createLanceStore, type LanceStore, lanceEngine } from "./lance/store";
import { createPineconeStore } from "./pinecone/store";
import { createQdrantStore } from "./qdrant/store";
import type { VectorStore } from "./types";

/** What a store is opened with; the key in clear, never logged. */
export type StoreSettings =
  | { type: "builtin" }
  | { type: "qdrant"; url: string; apiKey?: string }
  | { type: "pinecone"; url: string; apiKey: string };

/** The built-in store. Its engine is shared by both of Next's bundles, its errors are those of the bundle that asks. */
export const builtinStore = (): LanceStore =>
  createLanceStore(singleton("vectors", () => lanceEngine(join(env().DATA_DIR, "vectors"))));

export function openVectorStore(settings: StoreSettings): VectorStore {
  switch (settings.type) {
    case "builtin":
      return builtinStore();
    case "qdrant":
      return createQdrantStore(settings);
    case "pinecone":
      return createPineconeStore(settings);
  }
}
