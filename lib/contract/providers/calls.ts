import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const providers = defineCalls<typeof shapes>()("providers", {
  list: {
    method: "GET",
    path: "/:resourceSlug/providers.json",
    summary: "List providers",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/provider/:providerId.json",
    summary: "Get a provider",
  },
  models: {
    method: "GET",
    path: "/:resourceSlug/provider/:providerId/models.json",
    summary: "List the models that a provider offers",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/provider/add",
    summary: "Create a provider",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/provider/test",
    summary: "Test a provider's credentials without saving",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/provider/:providerId/edit",
    summary: "Update a provider",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/provider/:providerId",
    summary: "Delete a provider",
  },
});
