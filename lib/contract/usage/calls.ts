import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const usage = defineCalls<typeof shapes>()("usage", {
  get: {
    method: "GET",
    path: "/:resourceSlug/usage.json",
    summary: "Get the team's runs, tokens and cost by day, app, model and member",
  },
  csv: {
    method: "GET",
    path: "/:resourceSlug/usage.csv",
    summary: "Export usage as CSV with one line per day, app, model and member",
    raw: true,
  },
});
