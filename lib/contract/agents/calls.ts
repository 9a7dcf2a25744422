import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const agents = defineCalls<typeof shapes>()("agents", {
  list: {
    method: "GET",
    path: "/:resourceSlug/agents.json",
    summary: "List agents",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/agent/:agentId.json",
    summary: "Get an agent",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/add",
    idempotent: true,
    summary: "Create an agent",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/:agentId/edit",
    summary: "Update an agent",
  },
  preview: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/preview",
    summary: "Create a session that runs an unsaved agent",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/:agentId/duplicate",
    summary: "Duplicate an agent",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/agent/:agentId",
    summary: "Delete an agent",
  },
});
