import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { vectordbs as calls } from "./calls";

export const vectordbs = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  add: { ...teamWrite(Permission.CREATE_VECTOR_DB, { adds: "vectorDb" }), waits: true },
  test: { ...teamWrite(Permission.CREATE_VECTOR_DB, writesNothing), waits: true },
  edit: { ...teamWrite(Permission.EDIT_VECTOR_DB, { edits: "vectorDb" }), waits: true },
  duplicate: teamWrite(Permission.CREATE_VECTOR_DB, { adds: "vectorDb" }),
  remove: teamWrite(Permission.DELETE_VECTOR_DB, { removes: "vectorDb" }),
});
