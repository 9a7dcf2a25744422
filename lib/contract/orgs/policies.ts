import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { accountWrite, anyMember, mailLimits, orgRead, orgWrite } from "../base/policy-presets";
import { orgs as calls } from "./calls";

export const orgs = withPolicies(calls, {
  get: orgRead(anyMember),
  member: orgRead(Permission.EDIT_ORG_MEMBER),
  editMember: orgWrite(Permission.EDIT_ORG_MEMBER, { edits: "orgMember" }),
  invite: { ...orgWrite(Permission.ADD_ORG_MEMBER, { adds: "orgInvite" }), rateLimits: mailLimits },
  removeMember: orgWrite(Permission.REMOVE_ORG_MEMBER, { removes: "orgMemberOrInvite" }),
  add: { ...accountWrite({ adds: "newOrg" }), permission: Permission.CREATE_ORG, apiKeys: true, reach: "organization" },
  edit: orgWrite(Permission.EDIT_ORG, { edits: "org" }),
  leave: { ...orgWrite(anyMember, { removes: "leavingOrgMember" }), apiKeys: false, withoutSeat: true },
  transfer: orgWrite(Permission.ORG_OWNER, [{ edits: "org" }, { edits: "orgOwner" }, { edits: "namedOrgMember" }]),
  remove: orgWrite(Permission.DELETE_ORG, { removes: "org" }),
});
