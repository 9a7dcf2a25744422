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
    note: "Vectors lie on the server, beside the database. Nothing has to be set up.",
    keyRequired: false,
    urlHint: "",
    urlExample: "",
    keyHint: "",
  },
  qdrant: {
    title: "Qdrant",
    note: "A server of your own, or Qdrant Cloud. Muster makes its collections, whose names begin with muster_.",
    keyRequired: false,
    urlHint: "With its port, which is 6333 where nobody changed it.",
    urlExample: "https://xyz.cloud.qdrant.io:6333",
    keyHint: "One that may write. Leave it empty where the server asks for none.",
  },
  pinecone: {
    title: "Pinecone",
    note: "One index, made with the cosine metric and as many dimensions as the embedding model has. Muster makes its namespaces.",
    keyRequired: true,
    urlHint: "The host of the index, as Pinecone's console shows it.",
    urlExample: "https://docs-abc123.svc.aped-1234.pinecone.io",
    keyHint: "Of the project that has the index.",
  },
};
