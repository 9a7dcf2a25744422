/** Every kind of resource, which is the prefix of its ids. */
export type ResourceKind =
  | "agent"
  | "apikey"
  | "app"
  | "asset"
  | "datasource"
  | "model"
  | "provider"
  | "publication"
  | "session"
  | "share"
  | "task"
  | "testset"
  | "tool"
  | "variable"
  | "vectordb";

/** Kinds whose calls have the parameter `<kind>Id`, and whose audit target has the kind's name. */
export type AuditedKind = Exclude<ResourceKind, "apikey" | "share" | "vectordb">;
