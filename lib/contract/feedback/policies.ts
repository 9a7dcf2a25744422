import { withPolicies } from "../base/policy";
import { anyMember, teamRead } from "../base/policy-presets";
import { feedback as calls } from "./calls";

/** Only ratings in sessions that the member can see are counted and listed. */
export const feedback = withPolicies(calls, {
  get: teamRead(anyMember),
  list: teamRead(anyMember),
});
