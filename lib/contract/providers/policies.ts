import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { providers as calls } from "./calls";

/** The permissions of models. */
export const providers = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  models: { ...teamRead(Permission.CREATE_MODEL), waits: true },
  add: teamWrite(Permission.CREATE_MODEL, { adds: "provider" }),
  test: { ...teamWrite(Permission.CREATE_MODEL, writesNothing), waits: true },
  edit: teamWrite(Permission.EDIT_MODEL, { edits: "provider" }),
  remove: teamWrite(Permission.DELETE_MODEL, { removes: "provider" }),
});
