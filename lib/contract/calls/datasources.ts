import { filesAtOnceMost } from "@/lib/constants/datasources";
import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../datasources";
import { defineCalls } from "../endpoint";

const form = "/:resourceSlug/forms/datasource";
const one = `${form}/:datasourceId` as const;

export const datasources = defineCalls<typeof shapes>()("datasources", {
  list: {
    method: "GET",
    path: "/:resourceSlug/datasources.json",
    access: "team",
    summary: "List datasources",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId.json",
    access: "team",
    summary: "Read a datasource",
  },
  test: {
    method: "POST",
    path: `${form}/test`,
    access: "team",
    permission: Permission.CREATE_DATASOURCE,
    waits: true,
    summary: "Check a connection and see its streams",
  },
  add: {
    method: "POST",
    path: `${form}/add`,
    access: "team",
    permission: Permission.CREATE_DATASOURCE,
    maxBytes: 4 * 1024 * 1024,
    maxKeys: 50_000,
    summary: "Add a datasource that was checked",
  },
  upload: {
    method: "POST",
    path: `${form}/upload`,
    access: "team",
    permission: Permission.CREATE_DATASOURCE,
    multipart: { maxFiles: filesAtOnceMost },
    summary: "Upload documents",
  },
  preview: {
    method: "POST",
    path: `${form}/preview`,
    access: "team",
    permission: Permission.CREATE_DATASOURCE,
    multipart: { maxFiles: 1 },
    summary: "See the chunks of a file before it is embedded",
  },
  edit: {
    method: "POST",
    path: `${one}/edit`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    waits: true,
    summary: "Edit a datasource",
  },
  sync: {
    method: "POST",
    path: `${one}/sync`,
    access: "team",
    permission: Permission.SYNC_DATASOURCE,
    summary: "Sync a datasource now",
  },
  cancel: {
    method: "POST",
    path: `${one}/cancel`,
    access: "team",
    permission: Permission.SYNC_DATASOURCE,
    whenFull: true,
    summary: "Stop a sync",
  },
  discover: {
    method: "POST",
    path: `${one}/discover`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    waits: true,
    summary: "Look for the streams that a datasource's source has now",
  },
  streams: {
    method: "PATCH",
    path: `${one}/streams`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    maxBytes: 4 * 1024 * 1024,
    maxKeys: 50_000,
    summary: "Choose a datasource's streams",
  },
  schedule: {
    method: "PATCH",
    path: `${one}/schedule`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    summary: "Schedule a datasource's syncs",
  },
  query: {
    method: "POST",
    path: `${one}/query`,
    access: "team",
    whenFull: true,
    waits: true,
    summary: "Ask a datasource",
  },
  remove: {
    method: "DELETE",
    path: one,
    access: "team",
    permission: Permission.DELETE_DATASOURCE,
    summary: "Delete a datasource",
  },
});
