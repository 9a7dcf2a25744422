import { existsSync } from "node:fs";
import { join } from "node:path";
import { env } from "../../../platform/env/env";
import { singleton } from "../../../platform/process/registry";
import { createLanceEngine, createLanceStore, type LanceStore } from "./lance/store";
import { createPineconeStore } from "./pinecone/store";
import { createQdrantStore } from "./qdrant/store";
import type { VectorStore } from "./shared/types";

/** A store's settings; the key is decrypted and never logged. */
export type StoreSettings =
  | { type: "builtin" }
  | { type: "qdrant"; url: string; apiKey?: string }
  | { type: "pinecone"; url: string; apiKey: string };

const getFolder = (): string => join(env().DATA_DIR, "vectors");

/** Maintains the built-in store, if it exists. For workers, the only writers. */
export async function compactVectors(signal: AbortSignal): Promise<void> {
  if (findBuiltinFolder()) await openBuiltinStore().compact(signal);
}

/** The folder of the built-in store, if it exists. */
export const findBuiltinFolder = (): string | undefined => (existsSync(getFolder()) ? getFolder() : undefined);

/** The built-in store. Next's two bundles share its engine, but each has its own error classes. */
export const openBuiltinStore = (): LanceStore =>
  createLanceStore(singleton("vectors", () => createLanceEngine(getFolder())));

export function openVectorStore(settings: StoreSettings): VectorStore {
  switch (settings.type) {
    case "builtin":
      return openBuiltinStore();
    case "qdrant":
      return createQdrantStore(settings);
    case "pinecone":
      return createPineconeStore(settings);
  }
}
