import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const transfers = defineCalls<typeof shapes>()("transfers", {
  export: {
    method: "GET",
    path: "/:resourceSlug/app/:appId.yaml",
    summary: "Export an app and its dependencies as a YAML file without secrets",
    raw: true,
  },
  preview: {
    method: "POST",
    path: "/:resourceSlug/forms/import/preview",
    summary: "Preview an import",
  },
  import: {
    method: "POST",
    path: "/:resourceSlug/forms/import",
    idempotent: true,
    summary: "Import an app from its file",
  },
});
