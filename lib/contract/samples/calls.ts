import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const samples = defineCalls<typeof shapes>()("samples", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/sample/add",
    summary: "Add the sample: a chat app whose agent answers from a guide, on the offline demo model",
  },
  prepare: {
    method: "POST",
    path: "/:resourceSlug/forms/sample/template",
    summary:
      "Create a template's requirements: its sample documents and, if the team has no model, the offline demo model",
  },
  ask: {
    method: "POST",
    path: "/:resourceSlug/forms/datasource/:datasourceId/ask",
    summary: "Get a chat app that answers from a data source, creating it and its agent if needed",
  },
});
