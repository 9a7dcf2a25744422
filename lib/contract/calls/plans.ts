import { defineCalls } from "../endpoint";
import type { shapes } from "../plans";

export const plans = defineCalls<typeof shapes>()("plans", {
  get: {
    method: "GET",
    path: "/:resourceSlug/plan.json",
    access: "team",
    orgWide: true,
    summary: "The organization's plan, and how much of what it allows is used",
  },
});
