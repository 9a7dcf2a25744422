import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const tools = defineCalls<typeof shapes>()("tools", {
  list: {
    method: "GET",
    path: "/:resourceSlug/tools.json",
    summary: "List tools",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/tool/:toolId.json",
    summary: "Get a tool",
  },
  revision: {
    method: "GET",
    path: "/:resourceSlug/revision/:revisionId.json",
    summary: "Get a tool revision",
  },
  recorded: {
    method: "GET",
    path: "/:resourceSlug/tool/:toolId/recorded.json",
    summary: "List a tool's recent arguments",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/add",
    idempotent: true,
    summary: "Create a tool",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/edit",
    summary: "Update a tool",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/duplicate",
    summary: "Duplicate a tool",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/tool/:toolId",
    summary: "Delete a tool",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/test",
    summary: "Test a tool",
  },
  tryOut: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/test",
    summary: "Test a tool before it is created",
  },
  readDocument: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/document",
    summary: "List an OpenAPI document's operations",
  },
  discover: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/discover",
    summary: "List an MCP server's functions",
  },
  compare: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/compare",
    summary: "Run a revision and the applied revision, and compare the results",
  },
  addInput: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/input/add",
    summary: "Save a set of test arguments for a tool",
  },
  removeInput: {
    method: "DELETE",
    path: "/:resourceSlug/forms/tool/:toolId/input/:inputId",
    summary: "Delete a set of saved arguments",
  },
  applyRevision: {
    method: "POST",
    path: "/:resourceSlug/forms/revision/:revisionId/apply",
    summary: "Apply a tool revision",
  },
  removeRevision: {
    method: "DELETE",
    path: "/:resourceSlug/forms/revision/:revisionId",
    summary: "Delete a tool revision",
  },
});
