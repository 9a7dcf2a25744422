import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const favorites = defineCalls<typeof shapes>()("favorites", {
  list: {
    method: "GET",
    path: "/:resourceSlug/favorites.json",
    summary: "List your favorites in a team, newest first",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/favorite/add",
    summary: "Add a favorite",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/favorite/:favoriteId",
    summary: "Remove a favorite",
  },
});
