import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const path = "/:resourceSlug/forms/sharelink/:shareId";

export const shares = defineCalls<typeof shapes>()("shares", {
  list: {
    method: "GET",
    path: "/:resourceSlug/sharelinks.json",
    summary: "List the share links of the team's apps",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/sharelink/:shareId.json",
    summary: "Get a share link's app as visitors see it",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/sharelink/add",
    summary: "Create a share link",
  },
  edit: {
    method: "POST",
    path: `${path}/edit`,
    summary: "Update a share link's expiration, limits, password and appearance",
  },
  remove: {
    method: "DELETE",
    path,
    summary: "Revoke a share link; its visitors lose access immediately",
  },
});
