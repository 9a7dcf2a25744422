import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { accountRead, accountWrite, anyMember, orgRead, orgWrite, teamRead, teamWrite } from "../base/policy-presets";
import { budgets as calls } from "./calls";

export const budgets = withPolicies(calls, {
  getOrg: orgRead(anyMember),
  getTeam: teamRead(anyMember),
  getApp: teamRead(anyMember),
  getKey: accountRead,
  editOrg: orgWrite(Permission.ORG_ADMIN, { edits: "orgBudget" }),
  editTeam: teamWrite(Permission.EDIT_TEAM, { edits: "teamBudget" }),
  editApp: teamWrite(Permission.EDIT_APP, { edits: "appBudget" }),
  editKey: accountWrite({ edits: "apiKeyBudget" }),
  asked: teamRead(anyMember),
});
