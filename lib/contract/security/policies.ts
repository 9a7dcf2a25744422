import { ofAccount } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { accountRead, accountWrite, mailLimits, publicWrite } from "../base/policy-presets";
import { security as calls } from "./calls";

export const security = withPolicies(calls, {
  get: accountRead,
  edit: accountWrite(ofAccount),
  changeEmail: { ...accountWrite(ofAccount), rateLimits: mailLimits },
  stopEmail: publicWrite({}, ofAccount),
  setPassword: accountWrite(ofAccount),
  beginTwoFactor: accountWrite(ofAccount),
  turnOnTwoFactor: accountWrite(ofAccount),
  turnOffTwoFactor: accountWrite(ofAccount),
  renewCodes: accountWrite(ofAccount),
  endSession: accountWrite(ofAccount),
  endOthers: accountWrite(ofAccount),
  export: accountRead,
  remove: accountWrite(ofAccount),
});
