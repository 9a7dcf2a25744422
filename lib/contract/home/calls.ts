import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const home = defineCalls<typeof shapes>()("home", {
  steps: {
    method: "GET",
    path: "/:resourceSlug/steps.json",
    summary: "Get which of a new team's first steps are done",
  },
});
