import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const feedback = defineCalls<typeof shapes>()("feedback", {
  get: {
    method: "GET",
    path: "/:resourceSlug/feedback.json",
    summary: "Get answer ratings by day, app, agent and revision",
  },
  list: {
    method: "GET",
    path: "/:resourceSlug/ratings.json",
    summary: "List ratings of answers with their sessions",
  },
});
