import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/datasource/:datasourceId";

export const documents = defineCalls<typeof shapes>()("documents", {
  list: {
    method: "GET",
    path: "/:resourceSlug/documents.json",
    summary: "List a data source's documents",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/document/:documentId.json",
    summary: "Get a document and its chunks",
  },
  remove: {
    method: "DELETE",
    path: `${form}/document/:documentId`,
    summary: "Delete a document",
  },
  retry: {
    method: "POST",
    path: `${form}/document/:documentId/retry`,
    summary: "Retry a document",
  },
  skip: {
    method: "POST",
    path: `${form}/document/:documentId/skip`,
    summary: "Exclude a document",
  },
  retryFailed: {
    method: "POST",
    path: `${form}/retry`,
    summary: "Retry all failed documents",
  },
});
