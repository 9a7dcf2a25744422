import { maxFilesAtOnce } from "@/lib/constants/datasources";
import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/datasource";
const one = `${form}/:datasourceId` as const;

export const datasources = defineCalls<typeof shapes>()("datasources", {
  list: {
    method: "GET",
    path: "/:resourceSlug/datasources.json",
    summary: "List datasources",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId.json",
    summary: "Read a datasource",
  },
  test: {
    method: "POST",
    path: `${form}/test`,
    summary: "Check a connection and see its streams",
  },
  add: {
    method: "POST",
    path: `${form}/add`,
    summary: "Add a datasource that was checked",
  },
  upload: {
    method: "POST",
    path: `${form}/upload`,
    multipart: { maxFiles: maxFilesAtOnce },
    summary: "Upload documents",
  },
  preview: {
    method: "POST",
    path: `${form}/preview`,
    multipart: { maxFiles: 1 },
    summary: "See the chunks of a file before it is embedded",
  },
  edit: {
    method: "POST",
    path: `${one}/edit`,
    summary: "Edit a datasource",
  },
  sync: {
    method: "POST",
    path: `${one}/sync`,
    summary: "Sync a datasource now",
  },
  cancel: {
    method: "POST",
    path: `${one}/cancel`,
    summary: "Stop a sync",
  },
  discover: {
    method: "POST",
    path: `${one}/discover`,
    summary: "Look for the streams that a datasource's source has now",
  },
  streams: {
    method: "PATCH",
    path: `${one}/streams`,
    summary: "Choose a datasource's streams",
  },
  schedule: {
    method: "PATCH",
    path: `${one}/schedule`,
    summary: "Schedule a datasource's syncs",
  },
  query: {
    method: "POST",
    path: `${one}/query`,
    summary: "Ask a datasource",
  },
  remove: {
    method: "DELETE",
    path: one,
    summary: "Delete a datasource",
  },
});
