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
