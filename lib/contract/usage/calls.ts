import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const usage = defineCalls<typeof shapes>()("usage", {
  get: {
    method: "GET",
    path: "/:resourceSlug/usage.json",
    summary: "Runs, tokens and cost of the team by day, app, model and member",
  },
  csv: {
    method: "GET",
    path: "/:resourceSlug/usage.csv",
    summary: "Usage as CSV: one line per day, app, model and member",
    raw: true,
  },
});
