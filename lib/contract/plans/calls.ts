import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const plans = defineCalls<typeof shapes>()("plans", {
  get: {
    method: "GET",
    path: "/:resourceSlug/plan.json",
    summary: "Get the organization's plan and its usage",
  },
});
