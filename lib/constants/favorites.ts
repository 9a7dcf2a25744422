/** The kinds of resources that have a page. */
export const favoriteKinds = [
  "app",
  "agent",
  "task",
  "tool",
  "datasource",
  "variable",
  "model",
  "provider",
  "vectordb",
  "session",
] as const;
export type FavoriteKind = (typeof favoriteKinds)[number];

/** Maximum number of a person in a team. */
export const maxFavorites = 50;
