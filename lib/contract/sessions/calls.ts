import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const path = "/:resourceSlug/forms/session/:sessionId";

export const sessions = defineCalls<typeof shapes>()("sessions", {
  list: {
    method: "GET",
    path: "/:resourceSlug/sessions.json",
    summary: "List sessions",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId.json",
    summary: "Get a session",
  },
  messages: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/messages.json",
    summary: "List a session's messages, oldest first; a page of long messages can have fewer than the limit",
  },
  versions: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/versions.json",
    summary: "List earlier versions of an edited message or a regenerated answer, oldest first",
  },
  log: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/log.json",
    summary: "List a session's events, oldest first; a page of long events can have fewer than the limit",
  },
  events: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/events",
    summary: "Stream a session's live events",
    raw: true,
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/session/add",
    idempotent: true,
    summary: "Create a session for an app",
  },
  edit: {
    method: "POST",
    path: `${path}/edit`,
    summary: "Update a session's name or variables",
  },
  start: {
    method: "POST",
    path: `${path}/start`,
    idempotent: true,
    summary: "Send a message to the agent, or respond to an input request",
  },
  cancel: {
    method: "POST",
    path: `${path}/cancel`,
    summary: "Cancel the run",
  },
  feedback: {
    method: "POST",
    path: `${path}/feedback`,
    summary: "Rate a message",
  },
  addFile: {
    method: "POST",
    path: `${path}/file`,
    summary: "Attach a file",
    multipart: { maxFiles: 1 },
  },
  file: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/file/:fileId",
    summary: "Download an attached file",
    raw: true,
  },
  remove: {
    method: "DELETE",
    path,
    summary: "Delete a session",
  },
});
