import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../variables";

export const variables = defineCalls<typeof shapes>()("variables", {
  list: {
    method: "GET",
    path: "/:resourceSlug/variables.json",
    access: "team",
    summary: "List variables",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/variable/:variableId.json",
    access: "team",
    summary: "Read a variable",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/variable/add",
    access: "team",
    permission: Permission.CREATE_VARIABLE,
    summary: "Add a variable",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/variable/:variableId/edit",
    access: "team",
    permission: Permission.EDIT_VARIABLE,
    summary: "Edit a variable",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/variable/:variableId/duplicate",
    access: "team",
    permission: Permission.CREATE_VARIABLE,
    summary: "Duplicate a variable",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/variable/:variableId",
    access: "team",
    permission: Permission.DELETE_VARIABLE,
    summary: "Delete a variable",
  },
});
