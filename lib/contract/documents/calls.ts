import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/datasource/:datasourceId";

export const documents = defineCalls<typeof shapes>()("documents", {
  list: {
    method: "GET",
    path: "/:resourceSlug/documents.json",
    summary: "List a datasource's documents",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/document/:documentId.json",
    summary: "Read a document and its chunks",
  },
  remove: {
    method: "DELETE",
    path: `${form}/document/:documentId`,
    summary: "Delete a document",
  },
  retry: {
    method: "POST",
    path: `${form}/document/:documentId/retry`,
    summary: "Try a document again",
  },
  skip: {
    method: "POST",
    path: `${form}/document/:documentId/skip`,
    summary: "Leave a document out",
  },
  retryFailed: {
    method: "POST",
    path: `${form}/retry`,
    summary: "Try all failed documents again",
  },
});
