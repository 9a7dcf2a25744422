import { withPolicies } from "../base/policy";
import { anyMember, orgRead } from "../base/policy-presets";
import { plans as calls } from "./calls";

export const plans = withPolicies(calls, {
  get: orgRead(anyMember),
});
