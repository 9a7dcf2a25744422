import { withPolicies } from "../base/policy";
import { anyMember, teamRead } from "../base/policy-presets";
import { home as calls } from "./calls";

export const home = withPolicies(calls, {
  steps: teamRead(anyMember),
});
