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
    summary: "The same as a table: one line a day, app, model and member",
    raw: true,
  },
});
