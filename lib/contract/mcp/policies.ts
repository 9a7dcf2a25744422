import { withPolicies } from "../base/policy";
import { mcpWrite } from "../base/policy-presets";
import { mcp as calls } from "./calls";

export const mcp = withPolicies(calls, {
  send: mcpWrite,
});
