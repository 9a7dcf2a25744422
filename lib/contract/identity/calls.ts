import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const identity = defineCalls<typeof shapes>()("identity", {
  get: {
    method: "GET",
    path: "/:resourceSlug/oidc.json",
    summary: "Get the organization's identity provider, its domains, rules and SCIM tokens",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/oidc/edit",
    summary: "Set the organization's identity provider and its rules, and whether it is required",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/oidc",
    summary: "Remove the organization's identity provider",
  },
  test: {
    method: "POST",
    path: "/:resourceSlug/forms/oidc/test",
    summary: "Start a test sign-in with the organization's identity provider",
  },
  addDomain: {
    method: "POST",
    path: "/:resourceSlug/forms/oidc/domain/add",
    summary: "Add an email domain to the organization, to be verified by a DNS record",
  },
  verifyDomain: {
    method: "POST",
    path: "/:resourceSlug/forms/oidc/domain/verify",
    summary: "Verify an email domain by its DNS record",
  },
  removeDomain: {
    method: "DELETE",
    path: "/:resourceSlug/forms/oidc/domain",
    summary: "Remove an email domain from the organization",
  },
  addToken: {
    method: "POST",
    path: "/:resourceSlug/forms/scim/token/add",
    summary: "Create a SCIM token, which is shown once; two can be valid at a time",
  },
  removeToken: {
    method: "DELETE",
    path: "/:resourceSlug/forms/scim/token/:scimTokenId",
    summary: "Revoke a SCIM token",
  },
});
