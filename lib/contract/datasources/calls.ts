import { maxFilesAtOnce } from "@/lib/constants/datasources";
import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/datasource";
const one = `${form}/:datasourceId` as const;

export const datasources = defineCalls<typeof shapes>()("datasources", {
  list: {
    method: "GET",
    path: "/:resourceSlug/datasources.json",
    summary: "List data sources",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId.json",
    summary: "Get a data source",
  },
  searchable: {
    method: "GET",
    path: "/:resourceSlug/datasources/searchable.json",
    summary: "List the data sources that agents and tasks can search",
  },
  test: {
    method: "POST",
    path: `${form}/test`,
    summary: "Test a connection and list its streams",
  },
  add: {
    method: "POST",
    path: `${form}/add`,
    summary: "Create a data source from a tested connection",
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
    summary: "Preview a file's chunks",
  },
  edit: {
    method: "POST",
    path: `${one}/edit`,
    summary: "Update a data source",
  },
  sync: {
    method: "POST",
    path: `${one}/sync`,
    summary: "Sync a data source",
  },
  cancel: {
    method: "POST",
    path: `${one}/cancel`,
    summary: "Cancel a sync",
  },
  discover: {
    method: "POST",
    path: `${one}/discover`,
    summary: "Refresh a data source's streams",
  },
  streams: {
    method: "PATCH",
    path: `${one}/streams`,
    summary: "Set a data source's streams",
  },
  schedule: {
    method: "PATCH",
    path: `${one}/schedule`,
    summary: "Set a data source's schedule",
  },
  query: {
    method: "POST",
    path: `${one}/query`,
    summary: "Search a data source",
  },
  remove: {
    method: "DELETE",
    path: one,
    summary: "Delete a data source",
  },
});
