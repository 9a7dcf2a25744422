import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const airbyte = defineCalls<typeof shapes>()("airbyte", {
  connectors: {
    method: "GET",
    path: "/:resourceSlug/airbyte/connectors.json",
    summary: "List connectors",
  },
  specification: {
    method: "GET",
    path: "/:resourceSlug/airbyte/specification",
    summary: "Get a connector's settings as JSON Schema",
  },
  schema: {
    method: "GET",
    path: "/:resourceSlug/airbyte/schema",
    summary: "List a data source's streams as of the last refresh",
  },
  sample: {
    method: "POST",
    path: "/:resourceSlug/forms/airbyte/sample",
    summary: "Preview the chunks of a stream's first records",
  },
  jobs: {
    method: "GET",
    path: "/:resourceSlug/airbyte/jobs",
    summary: "List a data source's recent jobs",
  },
  connection: {
    method: "GET",
    path: "/:resourceSlug/airbyte/connection",
    summary: "Check whether an external connector engine is configured",
  },
});
