import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/datasource/:datasourceId/trial";

export const trials = defineCalls<typeof shapes>()("trials", {
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/trial.json",
    summary: "Read the trial of another chunking, if there is one",
  },
  start: {
    method: "POST",
    path: `${form}/start`,
    summary: "Chunk and embed a datasource's documents with other settings, for comparison",
  },
  stop: {
    method: "POST",
    path: `${form}/stop`,
    summary: "Stop a trial where it is",
  },
  resume: {
    method: "POST",
    path: `${form}/resume`,
    summary: "Resume a stopped trial, including its failed documents",
  },
  run: {
    method: "POST",
    path: `${form}/run`,
    summary: "Run all test questions against a trial",
  },
  use: {
    method: "POST",
    path: `${form}/use`,
    summary: "Cut a datasource's documents as its trial does, and end that",
  },
  discard: {
    method: "DELETE",
    path: form,
    summary: "Delete a trial",
  },
});
