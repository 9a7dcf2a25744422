import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const variables = defineCalls<typeof shapes>()("variables", {
  list: {
    method: "GET",
    path: "/:resourceSlug/variables.json",
    summary: "List variables",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/variable/:variableId.json",
    summary: "Get a variable",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/variable/add",
    summary: "Create a variable",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/variable/:variableId/edit",
    summary: "Update a variable",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/variable/:variableId/duplicate",
    summary: "Duplicate a variable",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/variable/:variableId",
    summary: "Delete a variable",
  },
});
