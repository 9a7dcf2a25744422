/** The id of the built-in vector database, which every team has and which cannot be edited or deleted. */
export const builtinVectorDb = "builtin";

export const addedVectorDbTypes = ["qdrant", "pinecone"] as const;
export type AddedVectorDbType = (typeof addedVectorDbTypes)[number];
export const vectorDbTypes = ["builtin", ...addedVectorDbTypes] as const;
export type VectorDbType = (typeof vectorDbTypes)[number];

interface VectorDbKind {
  title: string;
  /** A short description. */
  note: string;
  keyRequired: boolean;
  urlHint: string;
  urlExample: string;
  keyHint: string;
}

export const vectorDbKinds: Record<VectorDbType, VectorDbKind> = {
  builtin: {
    title: "Built-in",
    note: "Vectors are stored on this server. No setup needed.",
    keyRequired: false,
    urlHint: "",
    urlExample: "",
    keyHint: "",
  },
  qdrant: {
    title: "Qdrant",
    note: "Your own server or Qdrant Cloud. Muster creates collections whose names start with muster_.",
    keyRequired: false,
    urlHint: "Including the port, 6333 by default.",
    urlExample: "https://xyz.cloud.qdrant.io:6333",
    keyHint: "A key with write access. Leave empty if the server doesn't require one.",
  },
  pinecone: {
    title: "Pinecone",
    note: "An index with the cosine metric and the embedding model's dimensions. Muster creates the namespaces.",
    keyRequired: true,
    urlHint: "The index host shown in the Pinecone console.",
    urlExample: "https://docs-abc123.svc.aped-1234.pinecone.io",
    keyHint: "The API key of the index's project.",
  },
};
