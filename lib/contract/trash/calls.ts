import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const trash = defineCalls<typeof shapes>()("trash", {
  list: {
    method: "GET",
    path: "/:resourceSlug/trash.json",
    summary: "List deleted items",
  },
  restore: {
    method: "POST",
    path: "/:resourceSlug/forms/trash/:trashId/restore",
    summary: "Restore a deleted item",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/trash/:trashId",
    summary: "Delete an item permanently",
  },
  empty: {
    method: "DELETE",
    path: "/:resourceSlug/forms/trash",
    summary: "Empty the trash",
  },
});
