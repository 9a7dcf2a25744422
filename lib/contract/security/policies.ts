import { inAccountLog } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { accountRead, accountWrite, mailLimits, publicWrite } from "../base/policy-presets";
import { security as calls } from "./calls";

export const security = withPolicies(calls, {
  get: accountRead,
  edit: accountWrite(inAccountLog),
  changeEmail: { ...accountWrite(inAccountLog), rateLimits: mailLimits },
  cancelEmail: publicWrite({}, inAccountLog),
  setPassword: accountWrite(inAccountLog),
  beginTwoFactor: accountWrite(inAccountLog),
  turnOnTwoFactor: accountWrite(inAccountLog),
  turnOffTwoFactor: accountWrite(inAccountLog),
  renewCodes: accountWrite(inAccountLog),
  endSession: accountWrite(inAccountLog),
  endOthers: accountWrite(inAccountLog),
  export: accountRead,
  remove: accountWrite(inAccountLog),
});
