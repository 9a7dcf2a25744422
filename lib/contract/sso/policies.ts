import { inAccountLog } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { publicWrite } from "../base/policy-presets";
import { sso as calls } from "./calls";

const memberships = {
  none: "It concerns the account itself. Memberships that it changes have their own entries in the organization's log.",
} as const;

export const sso = withPolicies(calls, {
  start: { ...publicWrite({ address: "signIn" }, inAccountLog), waits: true },
  finish: { ...publicWrite({ address: "signIn" }, memberships), waits: true },
  link: publicWrite({ address: "signIn" }, memberships),
});
