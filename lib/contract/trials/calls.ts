import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/datasource/:datasourceId/trial";

export const trials = defineCalls<typeof shapes>()("trials", {
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/trial.json",
    summary: "Get the current chunking comparison",
  },
  start: {
    method: "POST",
    path: `${form}/start`,
    summary: "Start a chunking comparison",
  },
  stop: {
    method: "POST",
    path: `${form}/stop`,
    summary: "Cancel a chunking comparison",
  },
  resume: {
    method: "POST",
    path: `${form}/resume`,
    summary: "Resume a chunking comparison, including failed documents",
  },
  run: {
    method: "POST",
    path: `${form}/run`,
    summary: "Run all test cases against a chunking comparison",
  },
  use: {
    method: "POST",
    path: `${form}/use`,
    summary: "Apply a comparison's chunking settings to the data source",
  },
  discard: {
    method: "DELETE",
    path: form,
    summary: "Discard a chunking comparison",
  },
});
