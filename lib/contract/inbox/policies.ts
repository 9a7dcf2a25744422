import { withPolicies } from "../base/policy";
import { anyMember, teamRead } from "../base/policy-presets";
import { inbox as calls } from "./calls";

export const inbox = withPolicies(calls, {
  list: teamRead(anyMember),
});
