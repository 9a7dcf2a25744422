import { defineCalls } from "../endpoint";
import type { shapes } from "../sessions";

const path = "/:resourceSlug/forms/session/:sessionId";

export const sessions = defineCalls<typeof shapes>()("sessions", {
  list: {
    method: "GET",
    path: "/:resourceSlug/sessions.json",
    access: "team",
    summary: "Session history",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId.json",
    access: "team",
    shared: true,
    summary: "Read a session",
  },
  messages: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/messages.json",
    access: "team",
    shared: true,
    summary: "Messages of a session, ascending; a page of long ones holds fewer than asked for",
  },
  log: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/log.json",
    access: "team",
    summary: "The event log of a session, ascending; a page of long events holds fewer than asked for",
  },
  events: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/events",
    access: "team",
    shared: true,
    summary: "Live events of a session as an event stream",
    raw: true,
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/session/add",
    access: "team",
    shared: true,
    idempotent: true,
    summary: "Start a session of an app",
  },
  edit: {
    method: "POST",
    path: `${path}/edit`,
    access: "team",
    summary: "Rename a session",
  },
  start: {
    method: "POST",
    path: `${path}/start`,
    access: "team",
    shared: true,
    idempotent: true,
    summary: "Send a message to the agent, or answer what its run waits for",
  },
  cancel: {
    method: "POST",
    path: `${path}/cancel`,
    access: "team",
    shared: true,
    whenFull: true,
    summary: "Stop the run",
  },
  feedback: {
    method: "POST",
    path: `${path}/feedback`,
    access: "team",
    shared: true,
    summary: "Rate a message",
  },
  addFile: {
    method: "POST",
    path: `${path}/file`,
    access: "team",
    shared: true,
    summary: "Attach a file",
    multipart: { maxFiles: 1 },
  },
  file: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/file/:fileId",
    access: "team",
    shared: true,
    summary: "Download an attached file",
    raw: true,
  },
  remove: {
    method: "DELETE",
    path,
    access: "team",
    summary: "Delete a session",
  },
});
