import { withPolicies } from "../base/policy";
import { scimRead, scimWrite } from "../base/policy-presets";
import { scim as calls } from "./calls";

export const scim = withPolicies(calls, {
  config: scimRead,
  resourceTypes: scimRead,
  resourceType: scimRead,
  schemas: scimRead,
  schema: scimRead,
  listUsers: scimRead,
  getUser: scimRead,
  addUser: scimWrite,
  replaceUser: scimWrite,
  patchUser: scimWrite,
  removeUser: scimWrite,
  listGroups: scimRead,
  getGroup: scimRead,
  addGroup: scimWrite,
  replaceGroup: scimWrite,
  patchGroup: scimWrite,
  removeGroup: scimWrite,
});
