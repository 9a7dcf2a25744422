import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const inbox = defineCalls<typeof shapes>()("inbox", {
  list: {
    method: "GET",
    path: "/:resourceSlug/inbox.json",
    summary: "List pending approvals, forms and other requests of the team's runs, oldest first",
  },
});
