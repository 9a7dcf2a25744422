const kinds: Record<string, string> = {
  apikey: "API key",
  datasource: "data source",
  invite: "invitation",
  org: "organization",
  org_member: "organization member",
  sharelink: "share link",
  testset: "test set",
  vectordb: "vector DB",
};

/** Returns the display name of a kind. */
export const kindLabel = (kind: string): string => kinds[kind] ?? kind.replaceAll("_", " ");
