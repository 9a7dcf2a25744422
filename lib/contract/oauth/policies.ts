import { inAccountLog } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { accountWrite, publicRead, publicWrite } from "../base/policy-presets";
import { oauth as calls } from "./calls";

export const oauth = withPolicies(calls, {
  ways: publicRead,
  start: publicWrite({ address: "signIn" }, inAccountLog),
  finish: { ...publicWrite({ address: "signIn" }, inAccountLog), waits: true },
  unlink: accountWrite(inAccountLog),
});
