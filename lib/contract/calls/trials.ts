import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../trials";

const form = "/:resourceSlug/forms/datasource/:datasourceId/trial";

export const trials = defineCalls<typeof shapes>()("trials", {
  get: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/trial.json",
    access: "team",
    summary: "Read the trial of another chunking, if there is one",
  },
  start: {
    method: "POST",
    path: `${form}/start`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    summary: "Cut and embed a datasource's documents another way beside the present one",
  },
  stop: {
    method: "POST",
    path: `${form}/stop`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    whenFull: true,
    summary: "Stop a trial where it is",
  },
  resume: {
    method: "POST",
    path: `${form}/resume`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    summary: "Go on with a trial that has stopped, its failed documents among it",
  },
  run: {
    method: "POST",
    path: `${form}/run`,
    access: "team",
    whenFull: true,
    waits: true,
    summary: "Run all test questions against a trial",
  },
  use: {
    method: "POST",
    path: `${form}/use`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    summary: "Cut a datasource's documents as its trial does, and end that",
  },
  discard: {
    method: "DELETE",
    path: form,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    summary: "Delete a trial",
  },
});
