import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const inbox = defineCalls<typeof shapes>()("inbox", {
  list: {
    method: "GET",
    path: "/:resourceSlug/inbox.json",
    summary: "What runs of the team wait for people to answer, oldest first",
  },
});
