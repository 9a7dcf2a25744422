import { existsSync } from "node:fs";
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

const folder = (): string => join(env().DATA_DIR, "vectors");

/** Looks after the built-in store, where anything was ever written to it. For workers, who alone write. */
export async function tidyVectors(signal: AbortSignal): Promise<void> {
  if (builtinFolder()) await builtinStore().tidy(signal);
}

/** The folder of the built-in store, where anything was ever written to it. */
export const builtinFolder = (): string | undefined => (existsSync(folder()) ? folder() : undefined);

/** The built-in store. Its engine is shared by both of Next's bundles, its errors are those of the bundle that asks. */
export const builtinStore = (): LanceStore => createLanceStore(singleton("vectors", () => lanceEngine(folder())));

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
