import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const transfers = defineCalls<typeof shapes>()("transfers", {
  export: {
    method: "GET",
    path: "/:resourceSlug/app/:appId.yaml",
    summary: "An app with all that it uses as a YAML file without secrets",
    raw: true,
  },
  preview: {
    method: "POST",
    path: "/:resourceSlug/forms/import/preview",
    summary: "What an import of an app's file would change",
  },
  import: {
    method: "POST",
    path: "/:resourceSlug/forms/import",
    idempotent: true,
    summary: "Import an app from its file",
  },
});
