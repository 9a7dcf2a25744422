import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const airbyte = defineCalls<typeof shapes>()("airbyte", {
  connectors: {
    method: "GET",
    path: "/:resourceSlug/airbyte/connectors.json",
    summary: "List what data can be synced from",
  },
  specification: {
    method: "GET",
    path: "/:resourceSlug/airbyte/specification",
    summary: "What a connector needs, as JSON Schema",
  },
  schema: {
    method: "GET",
    path: "/:resourceSlug/airbyte/schema",
    summary: "The streams that a datasource's source had when it was asked last",
  },
  sample: {
    method: "POST",
    path: "/:resourceSlug/forms/airbyte/sample",
    summary: "See the chunks of a stream's first records before anything is stored",
  },
  jobs: {
    method: "GET",
    path: "/:resourceSlug/airbyte/jobs",
    summary: "List a datasource's newest jobs",
  },
  connection: {
    method: "GET",
    path: "/:resourceSlug/airbyte/connection",
    summary: "Whether an external engine for connectors is set up",
  },
});
