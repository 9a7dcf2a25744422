import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const vectordbs = defineCalls<typeof shapes>()("vectordbs", {
  list: {
    method: "GET",
    path: "/:resourceSlug/vectordbs.json",
    summary: "List vector DBs",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/vectordb/:vectorDbId.json",
    summary: "Get a vector DB",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/add",
    summary: "Create a vector DB",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/test",
    summary: "Test a vector DB's connection without saving",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId/edit",
    summary: "Update a vector DB",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId/duplicate",
    summary: "Duplicate a vector DB with its stored key",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId",
    summary: "Delete a vector DB",
  },
});
