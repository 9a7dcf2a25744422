import { Permission } from "@/lib/permissions/bits";
import { byJobs, writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { trials as calls } from "./calls";

export const trials = withPolicies(calls, {
  get: teamRead(anyMember),
  start: teamWrite(Permission.EDIT_DATASOURCE, { edits: "trial" }),
  stop: { ...teamWrite(Permission.EDIT_DATASOURCE, byJobs), whenFull: true },
  resume: teamWrite(Permission.EDIT_DATASOURCE, byJobs),
  run: { ...teamWrite(anyMember, writesNothing), whenFull: true, waits: true },
  use: teamWrite(Permission.EDIT_DATASOURCE, { edits: "datasource" }),
  discard: teamWrite(Permission.EDIT_DATASOURCE, { edits: "trial" }),
});
