import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const apps = defineCalls<typeof shapes>()("apps", {
  list: {
    method: "GET",
    path: "/:resourceSlug/apps.json",
    summary: "List apps",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/app/:appId.json",
    summary: "Get an app",
  },
  revisions: {
    method: "GET",
    path: "/:resourceSlug/app/:appId/revisions.json",
    summary: "List a process app's revisions",
  },
  revision: {
    method: "GET",
    path: "/:resourceSlug/app/:appId/revision/:appRevisionId.json",
    summary: "Get a revision of a process app",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/app/add",
    idempotent: true,
    summary: "Create an app",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/edit",
    summary: "Update an app",
  },
  apply: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/apply",
    summary: "Apply a process app's draft or an earlier revision",
  },
  removeDraft: {
    method: "DELETE",
    path: "/:resourceSlug/forms/app/:appId/draft",
    summary: "Discard a process app's draft",
  },
  rollout: {
    method: "GET",
    path: "/:resourceSlug/app/:appId/rollout.json",
    summary: "Get a process app's rollout and compare its revisions",
  },
  setRollout: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/rollout",
    summary: "Roll out a process app's draft or a revision to a percentage of new sessions",
  },
  stopRollout: {
    method: "DELETE",
    path: "/:resourceSlug/forms/app/:appId/rollout",
    summary: "End a process app's rollout",
  },
  preview: {
    method: "POST",
    path: "/:resourceSlug/forms/app/preview",
    summary: "Create a session that runs an unsaved app",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/duplicate",
    summary: "Duplicate an app",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/app/:appId",
    summary: "Delete an app",
  },
});
