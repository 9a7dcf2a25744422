import { ofAccount, writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { accountRead, accountWrite, publicWrite, visitorRead } from "../base/policy-presets";
import { accounts as calls } from "./calls";

export const accounts = withPolicies(calls, {
  get: { ...accountRead, apiKeys: true, viewAs: true, visitors: visitorRead },
  welcome: { ...accountRead, apiKeys: true, viewAs: true },
  register: publicWrite({ address: "sendMail", email: "mail" }, ofAccount),
  login: { ...publicWrite({ address: "signIn" }, ofAccount), whenFull: true },
  requestChangePassword: publicWrite({ address: "sendMail", email: "passwordMail" }, ofAccount),
  changePassword: publicWrite({ address: "signIn" }, ofAccount),
  verify: publicWrite({ address: "signIn" }, ofAccount),
  invitation: publicWrite({ address: "signIn" }, writesNothing),
  switch: accountWrite(ofAccount),
  onboard: accountWrite(ofAccount),
  logout: { ...accountWrite(ofAccount), whenFull: true },
});
