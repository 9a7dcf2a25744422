import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../apps";
import { defineCalls } from "../endpoint";

export const apps = defineCalls<typeof shapes>()("apps", {
  list: {
    method: "GET",
    path: "/:resourceSlug/apps.json",
    access: "team",
    summary: "List apps",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/app/:appId.json",
    access: "team",
    summary: "Read an app",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/app/add",
    access: "team",
    permission: Permission.CREATE_APP,
    idempotent: true,
    summary: "Add an app",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/edit",
    access: "team",
    permission: Permission.EDIT_APP,
    summary: "Edit an app",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/app/:appId/duplicate",
    access: "team",
    permission: Permission.CREATE_APP,
    summary: "Duplicate an app",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/app/:appId",
    access: "team",
    permission: Permission.DELETE_APP,
    summary: "Delete an app",
  },
});
