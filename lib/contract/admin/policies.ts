import { withPolicies } from "../base/policy";
import { rootRead, rootWrite } from "../base/policy-presets";
import { admin as calls } from "./calls";

export const admin = withPolicies(calls, {
  health: rootRead,
  plans: rootRead,
  orgs: rootRead,
  setPlan: rootWrite({ edits: "orgPlan" }),
  accounts: rootRead,
  endSessions: rootWrite({ edits: "administeredAccount" }),
  close: rootWrite({ edits: "administeredAccount" }),
  reopen: rootWrite({ edits: "administeredAccount" }),
  queue: rootRead,
  runs: rootRead,
  cancelRun: { ...rootWrite({ edits: "administeredRun" }), whenFull: true },
  requeueRun: { ...rootWrite({ edits: "administeredRun" }), whenFull: true },
  mails: rootRead,
  mail: rootRead,
  resendMail: { ...rootWrite({ removes: "outboxMail" }), waits: true },
  removeMail: rootWrite({ removes: "outboxMail" }),
  log: rootRead,
});
