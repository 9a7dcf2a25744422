import { inAccountLog } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { accountWrite, anyMember, managerRead, teamWrite } from "../base/policy-presets";
import { notifications as calls } from "./calls";

export const notifications = withPolicies(calls, {
  list: managerRead(anyMember),
  seen: {
    ...teamWrite(anyMember, { none: "It only records what was read." }),
    withoutSeat: true,
    whenFull: true,
  },
  seenOwn: { ...accountWrite(inAccountLog), whenFull: true },
});
