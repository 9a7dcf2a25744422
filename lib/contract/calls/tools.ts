import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../tools";

/** A definition can hold a document of a service, or the schemas of all functions of a server. */
const definitionBytes = 4 * 1024 * 1024;
const definitionKeys = 20_000;
/** A whole document, before its operations are chosen. */
const documentBytes = 8 * 1024 * 1024;

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
  revision: {
    method: "GET",
    path: "/:resourceSlug/revision/:revisionId.json",
    access: "team",
    summary: "Read a revision of a tool",
  },
  recorded: {
    method: "GET",
    path: "/:resourceSlug/tool/:toolId/recorded.json",
    access: "team",
    permission: Permission.EDIT_TOOL,
    summary: "List what a tool was last called with",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/add",
    access: "team",
    permission: Permission.CREATE_TOOL,
    idempotent: true,
    maxBytes: definitionBytes,
    maxKeys: definitionKeys,
    waits: true,
    summary: "Add a tool",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/edit",
    access: "team",
    permission: Permission.EDIT_TOOL,
    maxBytes: definitionBytes,
    maxKeys: definitionKeys,
    waits: true,
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
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/test",
    access: "team",
    permission: Permission.EDIT_TOOL,
    maxBytes: definitionBytes,
    maxKeys: definitionKeys,
    waits: true,
    summary: "Call a tool once",
  },
  tryOut: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/test",
    access: "team",
    permission: Permission.EDIT_TOOL,
    maxBytes: definitionBytes,
    maxKeys: definitionKeys,
    waits: true,
    summary: "Call a tool once before it is added",
  },
  readDocument: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/document",
    access: "team",
    permission: Permission.EDIT_TOOL,
    waits: true,
    summary: "Read the operations of an OpenAPI document",
    maxBytes: documentBytes,
  },
  discover: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/discover",
    access: "team",
    permission: Permission.EDIT_TOOL,
    waits: true,
    summary: "Ask an MCP server what it offers",
  },
  compare: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/compare",
    access: "team",
    permission: Permission.EDIT_TOOL,
    waits: true,
    summary: "Run a revision beside the applied one",
  },
  addInput: {
    method: "POST",
    path: "/:resourceSlug/forms/tool/:toolId/input/add",
    access: "team",
    permission: Permission.EDIT_TOOL,
    summary: "Save a test input of a tool",
  },
  removeInput: {
    method: "DELETE",
    path: "/:resourceSlug/forms/tool/:toolId/input/:inputId",
    access: "team",
    permission: Permission.EDIT_TOOL,
    summary: "Delete a test input of a tool",
  },
  applyRevision: {
    method: "POST",
    path: "/:resourceSlug/forms/revision/:revisionId/apply",
    access: "team",
    permission: Permission.EDIT_TOOL,
    waits: true,
    summary: "Apply a revision of a tool",
  },
  removeRevision: {
    method: "DELETE",
    path: "/:resourceSlug/forms/revision/:revisionId",
    access: "team",
    permission: Permission.EDIT_TOOL,
    summary: "Delete a revision of a tool",
  },
});
