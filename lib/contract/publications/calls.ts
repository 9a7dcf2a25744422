import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const path = "/:resourceSlug/forms/publication/:publicationId";

export const publications = defineCalls<typeof shapes>()("publications", {
  list: {
    method: "GET",
    path: "/:resourceSlug/publications.json",
    summary: "List publications",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/publication/:publicationId.json",
    summary: "Get a publication",
  },
  calls: {
    method: "GET",
    path: "/:resourceSlug/publication/:publicationId/calls.json",
    summary: "List a publication's recent calls",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/publication/add",
    summary: "Publish an app; its first key and webhook secret are returned once",
  },
  edit: {
    method: "POST",
    path: `${path}/edit`,
    summary: "Update a publication, or turn it on or off",
  },
  addKey: {
    method: "POST",
    path: `${path}/key/add`,
    summary: "Create a key, which can replace another one; it is returned once",
  },
  revokeKey: {
    method: "DELETE",
    path: `${path}/key/:publicationKeyId`,
    summary: "Revoke a publication's key; its open streams end immediately",
  },
  rotateSecret: {
    method: "POST",
    path: `${path}/webhook-secret`,
    summary: "Rotate the webhook secret; the new one is returned once",
  },
  rotateIdentity: {
    method: "POST",
    path: `${path}/identity-secret`,
    summary: "Create or replace the secret that a website uses to sign its visitors' identities; it is returned once",
  },
  remove: {
    method: "DELETE",
    path,
    summary: "Delete a publication; its keys stop working immediately",
  },
});
