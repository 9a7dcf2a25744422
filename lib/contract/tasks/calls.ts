import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const tasks = defineCalls<typeof shapes>()("tasks", {
  list: {
    method: "GET",
    path: "/:resourceSlug/tasks.json",
    summary: "List tasks",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/task/:taskId.json",
    summary: "Get a task",
  },
  find: {
    method: "GET",
    path: "/:resourceSlug/task",
    summary: "Find a task by name",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/task/add",
    idempotent: true,
    summary: "Create a task",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/task/:taskId/edit",
    summary: "Update a task",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/task/:taskId/duplicate",
    summary: "Duplicate a task",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/task/:taskId",
    summary: "Delete a task",
  },
});
