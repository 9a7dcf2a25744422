import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const home = defineCalls<typeof shapes>()("home", {
  steps: {
    method: "GET",
    path: "/:resourceSlug/steps.json",
    summary: "Get a new team's onboarding progress",
  },
});
