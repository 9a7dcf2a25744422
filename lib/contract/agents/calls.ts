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
  revisions: {
    method: "GET",
    path: "/:resourceSlug/agent/:agentId/revisions.json",
    summary: "List an agent's revisions",
  },
  revision: {
    method: "GET",
    path: "/:resourceSlug/agent/:agentId/revision/:agentRevisionId.json",
    summary: "Get a revision of an agent",
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
  apply: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/:agentId/apply",
    summary: "Apply an agent's draft or an earlier revision",
  },
  removeDraft: {
    method: "DELETE",
    path: "/:resourceSlug/forms/agent/:agentId/draft",
    summary: "Discard an agent's draft",
  },
  rollout: {
    method: "GET",
    path: "/:resourceSlug/agent/:agentId/rollout.json",
    summary: "Get an agent's rollout and compare its revisions",
  },
  setRollout: {
    method: "POST",
    path: "/:resourceSlug/forms/agent/:agentId/rollout",
    summary: "Roll out an agent's draft or a revision to a percentage of new sessions",
  },
  stopRollout: {
    method: "DELETE",
    path: "/:resourceSlug/forms/agent/:agentId/rollout",
    summary: "End an agent's rollout",
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
