import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const vectordbs = defineCalls<typeof shapes>()("vectordbs", {
  list: {
    method: "GET",
    path: "/:resourceSlug/vectordbs.json",
    summary: "List vector databases",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/vectordb/:vectorDbId.json",
    summary: "Get a vector database",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/add",
    summary: "Create a vector database",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/test",
    summary: "Test a vector database's connection without saving",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId/edit",
    summary: "Update a vector database",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId/duplicate",
    summary: "Duplicate a vector database with its stored key",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId",
    summary: "Delete a vector database",
  },
});
