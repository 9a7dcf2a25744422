import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../vectordbs";

export const vectordbs = defineCalls<typeof shapes>()("vectordbs", {
  list: {
    method: "GET",
    path: "/:resourceSlug/vectordbs.json",
    access: "team",
    summary: "List vector databases",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/vectordb/:vectorDbId.json",
    access: "team",
    summary: "Read a vector database",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/add",
    access: "team",
    permission: Permission.CREATE_VECTOR_DB,
    waits: true,
    summary: "Add a vector database",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/test",
    access: "team",
    permission: Permission.CREATE_VECTOR_DB,
    waits: true,
    summary: "Check the connection of a vector database without saving it",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId/edit",
    access: "team",
    permission: Permission.EDIT_VECTOR_DB,
    waits: true,
    summary: "Edit a vector database",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId/duplicate",
    access: "team",
    permission: Permission.CREATE_VECTOR_DB,
    summary: "Duplicate a vector database with its stored key",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/vectordb/:vectorDbId",
    access: "team",
    permission: Permission.DELETE_VECTOR_DB,
    summary: "Delete a vector database",
  },
});
