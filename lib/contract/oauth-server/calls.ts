import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const path = "/:resourceSlug/forms/publication/:publicationId";

export const oauthServer = defineCalls<typeof shapes>()("oauthServer", {
  resource: {
    method: "GET",
    path: "/.well-known/oauth-protected-resource/mcp/:publicationId",
    summary: "OAuth: get the metadata of a published app's MCP server",
  },
  metadata: {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    summary: "OAuth: get the metadata of the authorization server",
  },
  register: {
    method: "POST",
    path: "/oauth/register",
    raw: true,
    summary: "OAuth: register a client that has no metadata document",
  },
  token: {
    method: "POST",
    path: "/oauth/token",
    raw: true,
    summary: "OAuth: exchange an authorization code or a refresh token",
  },
  revoke: {
    method: "POST",
    path: "/oauth/revoke",
    raw: true,
    summary: "OAuth: revoke a token and all others of its authorization",
  },
  request: {
    method: "POST",
    path: "/forms/oauth/request",
    summary: "Get the details of an authorization request",
  },
  authorize: {
    method: "POST",
    path: `${path}/authorize`,
    summary: "Allow an OAuth client to use a publication's MCP server",
  },
  grants: {
    method: "GET",
    path: "/:resourceSlug/publication/:publicationId/grants.json",
    summary: "List the OAuth clients that people have allowed to use a publication",
  },
  revokeGrant: {
    method: "DELETE",
    path: `${path}/grant/:oauthGrantId`,
    summary: "Revoke an OAuth client's access; its open streams end immediately",
  },
});
