import { inAccountLog, writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { accountRead, accountWrite, publicWrite, visitorRead } from "../base/policy-presets";
import { accounts as calls } from "./calls";

export const accounts = withPolicies(calls, {
  get: { ...accountRead, apiKeys: true, viewAs: true, visitors: visitorRead },
  welcome: { ...accountRead, apiKeys: true, viewAs: true },
  register: publicWrite({ address: "sendMail", email: "mail" }, inAccountLog),
  login: { ...publicWrite({ address: "signIn" }, inAccountLog), whenFull: true },
  requestChangePassword: publicWrite({ address: "sendMail", email: "passwordMail" }, inAccountLog),
  changePassword: publicWrite({ address: "signIn" }, inAccountLog),
  verify: publicWrite({ address: "signIn" }, inAccountLog),
  invitation: publicWrite({ address: "signIn" }, writesNothing),
  switch: accountWrite(inAccountLog),
  onboard: accountWrite(inAccountLog),
  logout: { ...accountWrite(inAccountLog), whenFull: true },
});
