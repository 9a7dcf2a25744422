import { Permission } from "@/lib/permissions/bits";
import { byJobs } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { documents as calls } from "./calls";

export const documents = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  remove: teamWrite(Permission.EDIT_DATASOURCE, { removes: "document" }),
  retry: teamWrite(Permission.SYNC_DATASOURCE, byJobs),
  skip: teamWrite(Permission.SYNC_DATASOURCE, { edits: "document" }),
  retryFailed: teamWrite(Permission.SYNC_DATASOURCE, byJobs),
});
