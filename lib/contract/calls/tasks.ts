import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../tasks";

export const tasks = defineCalls<typeof shapes>()("tasks", {
  list: {
    method: "GET",
    path: "/:resourceSlug/tasks.json",
    access: "team",
    summary: "List tasks",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/task/:taskId.json",
    access: "team",
    summary: "Read a task",
  },
  find: {
    method: "GET",
    path: "/:resourceSlug/task",
    access: "team",
    summary: "Find a task by its name",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/task/add",
    access: "team",
    permission: Permission.CREATE_TASK,
    idempotent: true,
    summary: "Add a task",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/task/:taskId/edit",
    access: "team",
    permission: Permission.EDIT_TASK,
    summary: "Edit a task",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/task/:taskId/duplicate",
    access: "team",
    permission: Permission.CREATE_TASK,
    summary: "Duplicate a task",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/task/:taskId",
    access: "team",
    permission: Permission.DELETE_TASK,
    summary: "Delete a task",
  },
});
