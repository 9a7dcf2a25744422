import { withPolicies } from "../base/policy";
import { anyMember, teamRead } from "../base/policy-presets";
import { usage as calls } from "./calls";

export const usage = withPolicies(calls, {
  get: teamRead(anyMember),
  csv: teamRead(anyMember),
});
