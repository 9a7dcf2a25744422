/** Every kind of resource, which is the prefix of its ids. */
export type ResourceKind =
  | "agent"
  | "apikey"
  | "app"
  | "asset"
  | "datasource"
  | "model"
  | "session"
  | "share"
  | "task"
  | "tool"
  | "variable"
  | "vectordb";

/** Those whose calls have the parameter `<kind>Id`, and whose audit target is named by their kind. */
export type AuditedKind = Exclude<ResourceKind, "apikey" | "share" | "vectordb">;
