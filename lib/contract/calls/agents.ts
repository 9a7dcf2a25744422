import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../agents";
import { defineCalls } from "../endpoint";

export const agents = defineCalls<typeof shapes>()("agents", {
  list: {
    method: "GET",
    path: "/:resourceSlug/agents.json",
    access: "team",
    summary: "List agents",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/agent/:agentId.json",
    access: "team",
    summary: "Read an agent",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/add",
    access: "team",
    permission: Permission.CREATE_AGENT,
    idempotent: true,
    summary: "Add an agent",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/:agentId/edit",
    access: "team",
    permission: Permission.EDIT_AGENT,
    summary: "Edit an agent",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/:agentId/duplicate",
    access: "team",
    permission: Permission.CREATE_AGENT,
    summary: "Duplicate an agent",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/agent/:agentId",
    access: "team",
    permission: Permission.DELETE_AGENT,
    summary: "Delete an agent",
  },
});
