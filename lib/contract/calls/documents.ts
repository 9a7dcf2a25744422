import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../documents";
import { defineCalls } from "../endpoint";

const form = "/:resourceSlug/forms/datasource/:datasourceId";

export const documents = defineCalls<typeof shapes>()("documents", {
  list: {
    method: "GET",
    path: "/:resourceSlug/documents.json",
    access: "team",
    summary: "List a datasource's documents",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/document/:documentId.json",
    access: "team",
    summary: "Read a document and its chunks",
  },
  remove: {
    method: "DELETE",
    path: `${form}/document/:documentId`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    summary: "Delete a document",
  },
  retry: {
    method: "POST",
    path: `${form}/document/:documentId/retry`,
    access: "team",
    permission: Permission.SYNC_DATASOURCE,
    summary: "Try a document again",
  },
  skip: {
    method: "POST",
    path: `${form}/document/:documentId/skip`,
    access: "team",
    permission: Permission.SYNC_DATASOURCE,
    summary: "Leave a document out",
  },
  retryFailed: {
    method: "POST",
    path: `${form}/retry`,
    access: "team",
    permission: Permission.SYNC_DATASOURCE,
    summary: "Try all failed documents again",
  },
});
