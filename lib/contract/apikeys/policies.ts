import { withPolicies } from "../base/policy";
import { accountRead, accountWrite } from "../base/policy-presets";
import { apikeys as calls } from "./calls";

export const apikeys = withPolicies(calls, {
  list: accountRead,
  add: accountWrite({ adds: "apiKey" }),
  increment: accountWrite({ edits: "apiKey" }),
  remove: accountWrite({ removes: "apiKey" }),
});
