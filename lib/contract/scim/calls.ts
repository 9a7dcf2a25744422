import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const scim = defineCalls<typeof shapes>()("scim", {
  config: {
    method: "GET",
    path: "/scim/v2/ServiceProviderConfig",
    summary: "SCIM: get the service provider configuration",
  },
  resourceTypes: { method: "GET", path: "/scim/v2/ResourceTypes", summary: "SCIM: list resource types" },
  resourceType: {
    method: "GET",
    path: "/scim/v2/ResourceTypes/:resourceType",
    summary: "SCIM: get a resource type",
  },
  schemas: { method: "GET", path: "/scim/v2/Schemas", summary: "SCIM: list schemas" },
  schema: { method: "GET", path: "/scim/v2/Schemas/:schema", summary: "SCIM: get a schema" },
  listUsers: { method: "GET", path: "/scim/v2/Users", summary: "SCIM: list or find users" },
  getUser: { method: "GET", path: "/scim/v2/Users/:scimUserId", summary: "SCIM: get a user" },
  addUser: {
    method: "POST",
    path: "/scim/v2/Users",
    summary: "SCIM: create a user as a member, or invite them",
  },
  replaceUser: { method: "PUT", path: "/scim/v2/Users/:scimUserId", summary: "SCIM: replace a user" },
  patchUser: { method: "PATCH", path: "/scim/v2/Users/:scimUserId", summary: "SCIM: change a user" },
  removeUser: {
    method: "DELETE",
    path: "/scim/v2/Users/:scimUserId",
    raw: true,
    summary: "SCIM: delete a user and end their membership",
  },
  listGroups: { method: "GET", path: "/scim/v2/Groups", summary: "SCIM: list or find groups" },
  getGroup: { method: "GET", path: "/scim/v2/Groups/:scimGroupId", summary: "SCIM: get a group" },
  addGroup: { method: "POST", path: "/scim/v2/Groups", summary: "SCIM: create a group" },
  replaceGroup: { method: "PUT", path: "/scim/v2/Groups/:scimGroupId", summary: "SCIM: replace a group" },
  patchGroup: { method: "PATCH", path: "/scim/v2/Groups/:scimGroupId", summary: "SCIM: change a group" },
  removeGroup: {
    method: "DELETE",
    path: "/scim/v2/Groups/:scimGroupId",
    raw: true,
    summary: "SCIM: delete a group",
  },
});
