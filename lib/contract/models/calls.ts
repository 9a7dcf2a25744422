import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const models = defineCalls<typeof shapes>()("models", {
  list: {
    method: "GET",
    path: "/:resourceSlug/models.json",
    summary: "List models",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/model/:modelId.json",
    summary: "Read a model",
  },
  defaults: {
    method: "GET",
    path: "/:resourceSlug/team/models.json",
    summary: "The team's default models",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/model/add",
    summary: "Add a model",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/model/test",
    summary: "Check the connection of a model without saving it",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/model/:modelId/edit",
    summary: "Edit a model",
  },
  weights: {
    method: "GET",
    path: "/:resourceSlug/models/weights.json",
    summary: "Whether the weights of a FastEmbed model are on the server",
  },
  downloadWeights: {
    method: "POST",
    path: "/:resourceSlug/forms/model/download-weights",
    summary: "Download the weights of a FastEmbed model to the server",
  },
  cancelDownload: {
    method: "POST",
    path: "/:resourceSlug/forms/model/cancel-download",
    summary: "Stop the download of weights",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/model/:modelId/duplicate",
    summary: "Duplicate a model with its stored credentials",
  },
  setDefault: {
    method: "POST",
    path: "/:resourceSlug/forms/team/set-default-model",
    summary: "Choose the team's default model",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/model/:modelId",
    summary: "Delete a model",
  },
});
