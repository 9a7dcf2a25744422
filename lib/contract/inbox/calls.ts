import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const inbox = defineCalls<typeof shapes>()("inbox", {
  list: {
    method: "GET",
    path: "/:resourceSlug/inbox.json",
    summary: "List approvals and forms waiting for a response, oldest first",
  },
});
