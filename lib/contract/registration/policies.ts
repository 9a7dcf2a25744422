import { withPolicies } from "../base/policy";
import { publicRead } from "../base/policy-presets";
import { registration as calls } from "./calls";

export const registration = withPolicies(calls, {
  get: { ...publicRead, apiKeys: true },
});
