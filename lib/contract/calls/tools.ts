import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../tools";

export const tools = defineCalls<typeof shapes>()("tools", {
  list: {
    method: "GET",
    path: "/:resourceSlug/tools.json",
    access: "team",
    summary: "List tools",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/tool/:toolId.json",
    access: "team",
    summary: "Read a tool",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/add",
    access: "team",
    permission: Permission.CREATE_TOOL,
    summary: "Add a tool",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/edit",
    access: "team",
    permission: Permission.EDIT_TOOL,
    summary: "Edit a tool",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/duplicate",
    access: "team",
    permission: Permission.CREATE_TOOL,
    summary: "Duplicate a tool",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/tool/:toolId",
    access: "team",
    permission: Permission.DELETE_TOOL,
    summary: "Delete a tool",
  },
});
