import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../airbyte";
import { defineCalls } from "../endpoint";

export const airbyte = defineCalls<typeof shapes>()("airbyte", {
  connectors: {
    method: "GET",
    path: "/:resourceSlug/airbyte/connectors.json",
    access: "team",
    waits: true,
    summary: "List what data can be synced from",
  },
  specification: {
    method: "GET",
    path: "/:resourceSlug/airbyte/specification",
    access: "team",
    waits: true,
    summary: "What a connector needs, as JSON Schema",
  },
  schema: {
    method: "GET",
    path: "/:resourceSlug/airbyte/schema",
    access: "team",
    summary: "The streams that a datasource's source had when it was asked last",
  },
  sample: {
    method: "POST",
    path: "/:resourceSlug/forms/airbyte/sample",
    access: "team",
    permission: Permission.CREATE_DATASOURCE,
    maxKeys: 5_000,
    waits: true,
    summary: "See the chunks of a stream's first records before anything is stored",
  },
  jobs: {
    method: "GET",
    path: "/:resourceSlug/airbyte/jobs",
    access: "team",
    summary: "List a datasource's newest jobs",
  },
  connection: {
    method: "GET",
    path: "/:resourceSlug/airbyte/connection",
    access: "team",
    summary: "Whether an external engine for connectors is set up",
  },
});
