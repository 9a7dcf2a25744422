import { defineCalls } from "../endpoint";
import type { shapes } from "../inbox";

export const inbox = defineCalls<typeof shapes>()("inbox", {
  list: {
    method: "GET",
    path: "/:resourceSlug/inbox.json",
    access: "team",
    summary: "What runs of the team wait for people to answer, oldest first",
  },
});
