import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../models";

export const models = defineCalls<typeof shapes>()("models", {
  list: {
    method: "GET",
    path: "/:resourceSlug/models.json",
    access: "team",
    summary: "List models",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/model/:modelId.json",
    access: "team",
    summary: "Read a model",
  },
  defaults: {
    method: "GET",
    path: "/:resourceSlug/team/models.json",
    access: "team",
    summary: "The team's default models",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/model/add",
    access: "team",
    permission: Permission.CREATE_MODEL,
    waits: true,
    summary: "Add a model",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/model/test",
    access: "team",
    permission: Permission.CREATE_MODEL,
    waits: true,
    summary: "Check the connection of a model without saving it",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/model/:modelId/edit",
    access: "team",
    permission: Permission.EDIT_MODEL,
    waits: true,
    summary: "Edit a model",
  },
  weights: {
    method: "GET",
    path: "/:resourceSlug/models/weights.json",
    access: "team",
    summary: "Whether the weights of a FastEmbed model are on the server",
  },
  downloadWeights: {
    method: "POST",
    path: "/:resourceSlug/forms/model/download-weights",
    access: "team",
    permission: Permission.EDIT_MODEL,
    waits: true,
    summary: "Download the weights of a FastEmbed model to the server",
  },
  cancelDownload: {
    method: "POST",
    path: "/:resourceSlug/forms/model/cancel-download",
    access: "team",
    permission: Permission.EDIT_MODEL,
    summary: "Stop the download of weights",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/model/:modelId/duplicate",
    access: "team",
    permission: Permission.CREATE_MODEL,
    summary: "Duplicate a model with its stored credentials",
  },
  setDefault: {
    method: "POST",
    path: "/:resourceSlug/forms/team/set-default-model",
    access: "team",
    permission: Permission.CREATE_MODEL,
    summary: "Choose the team's default model",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/model/:modelId",
    access: "team",
    permission: Permission.DELETE_MODEL,
    summary: "Delete a model",
  },
});
