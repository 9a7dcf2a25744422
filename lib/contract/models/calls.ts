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
    summary: "Get a model",
  },
  defaults: {
    method: "GET",
    path: "/:resourceSlug/team/models.json",
    summary: "Get the team's default models",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/model/add",
    summary: "Create a model",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/model/test",
    summary: "Test a model's connection without saving",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/model/:modelId/edit",
    summary: "Update a model",
  },
  weights: {
    method: "GET",
    path: "/:resourceSlug/models/weights.json",
    summary: "Check whether a FastEmbed model is downloaded",
  },
  downloadWeights: {
    method: "POST",
    path: "/:resourceSlug/forms/model/download-weights",
    summary: "Download a FastEmbed model",
  },
  cancelDownload: {
    method: "POST",
    path: "/:resourceSlug/forms/model/cancel-download",
    summary: "Cancel a model download",
  },
  duplicate: {
    method: "POST",
    path: "/:resourceSlug/forms/model/:modelId/duplicate",
    summary: "Duplicate a model with its stored credentials",
  },
  setDefault: {
    method: "POST",
    path: "/:resourceSlug/forms/team/set-default-model",
    summary: "Set the team's default models",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/model/:modelId",
    summary: "Delete a model",
  },
});
