import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const samples = defineCalls<typeof shapes>()("samples", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/sample/add",
    summary: "Add the sample: a chat app whose agent answers from a guide, on the offline model",
  },
  ask: {
    method: "POST",
    path: "/:resourceSlug/forms/datasource/:datasourceId/ask",
    summary: "Get a chat app that answers from a data source; it and its agent are created if there is none",
  },
});
