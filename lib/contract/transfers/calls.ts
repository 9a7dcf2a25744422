import { maxImportBytes, maxImportFiles } from "@/lib/constants/limits";
import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

/** An app's file, or the files of another system; one of them may be a zip. */
const files = { maxFiles: maxImportFiles, maxBytes: maxImportBytes, json: ["choices", "mapping", "schedule"] } as const;

export const transfers = defineCalls<typeof shapes>()("transfers", {
  export: {
    method: "GET",
    path: "/:resourceSlug/app/:appId.yaml",
    summary: "Export an app and its dependencies without secrets, as a YAML file or as a project for another system",
    raw: true,
  },
  exportReport: {
    method: "GET",
    path: "/:resourceSlug/app/:appId/export.json",
    summary: "Preview what an export of an app contains, part by part",
  },
  preview: {
    method: "POST",
    path: "/:resourceSlug/forms/import/preview",
    files,
    summary: "Preview an import",
  },
  import: {
    method: "POST",
    path: "/:resourceSlug/forms/import",
    files,
    idempotent: true,
    summary: "Import an app from its file",
  },
  steps: {
    method: "GET",
    path: "/:resourceSlug/app/:appId/import-steps.json",
    summary: "List what remains to be done after an app's import",
  },
  tickStep: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/import-steps",
    summary: "Mark a step after an import as done or open",
  },
  dismissSteps: {
    method: "DELETE",
    path: "/:resourceSlug/forms/app/:appId/import-steps",
    summary: "Dismiss the steps after an import",
  },
});
