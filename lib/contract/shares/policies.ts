import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite, visitorRead } from "../base/policy-presets";
import { shares as calls } from "./calls";

export const shares = withPolicies(calls, {
  list: teamRead(anyMember),
  get: { ...teamRead(anyMember), visitors: { ...visitorRead, link: "path" } },
  add: teamWrite(Permission.EDIT_APP, { adds: "shareLink" }),
  edit: teamWrite(Permission.EDIT_APP, { edits: "shareLink" }),
  remove: teamWrite(Permission.EDIT_APP, { removes: "shareLink" }),
});
