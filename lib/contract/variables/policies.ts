import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { variables as calls } from "./calls";

export const variables = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  add: teamWrite(Permission.CREATE_VECTOR_DB, { adds: "variable" }),
  edit: teamWrite(Permission.EDIT_VECTOR_DB, { edits: "variable" }),
  duplicate: teamWrite(Permission.CREATE_VECTOR_DB, { adds: "variable" }),
  remove: teamWrite(Permission.DELETE_VECTOR_DB, { removes: "variable" }),
});
