import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { evaluations as calls } from "./calls";

/** The handlers require the permission to edit the tested agent or app. */
export const evaluations = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  compare: teamRead(anyMember),
  csv: teamRead(anyMember),
  junit: teamRead(anyMember),
  cancel: teamWrite(anyMember, { none: "The evaluation records who canceled it." }),
  label: teamWrite(anyMember, { none: "The attempt records who labeled it." }),
});
