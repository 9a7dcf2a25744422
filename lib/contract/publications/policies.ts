import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { publications as calls } from "./calls";

/** Only its principal and team admins can change what a publication's runs do, which the handlers check. */
export const publications = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  calls: teamRead(anyMember),
  add: teamWrite(Permission.CREATE_DEPLOYMENT, { adds: "publication" }),
  edit: teamWrite(Permission.EDIT_DEPLOYMENT, { edits: "publication" }),
  addKey: teamWrite(Permission.EDIT_DEPLOYMENT, { edits: "publication" }),
  revokeKey: teamWrite(Permission.EDIT_DEPLOYMENT, { edits: "publication" }),
  rotateSecret: teamWrite(Permission.EDIT_DEPLOYMENT, { edits: "publication" }),
  rotateIdentity: teamWrite(Permission.EDIT_DEPLOYMENT, { edits: "publication" }),
  remove: teamWrite(Permission.DELETE_DEPLOYMENT, { removes: "publication" }),
});
