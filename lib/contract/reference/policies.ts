import { withPolicies } from "../base/policy";
import { publicRead } from "../base/policy-presets";
import { reference as calls } from "./calls";

export const reference = withPolicies(calls, {
  openapi: { ...publicRead, apiKeys: true, rateLimits: { strangers: ["strangers", "openapi"] } },
});
