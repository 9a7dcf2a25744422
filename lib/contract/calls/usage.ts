import { defineCalls } from "../endpoint";
import type { shapes } from "../usage";

export const usage = defineCalls<typeof shapes>()("usage", {
  get: {
    method: "GET",
    path: "/:resourceSlug/usage.json",
    access: "team",
    summary: "Runs, tokens and cost of the team by day, app, model and member",
  },
  csv: {
    method: "GET",
    path: "/:resourceSlug/usage.csv",
    access: "team",
    summary: "The same as a table: one line a day, app, model and member",
    raw: true,
  },
});
