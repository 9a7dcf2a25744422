import { Permission } from "@/lib/permissions/bits";
import { inJobs } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { documents as calls } from "./calls";

export const documents = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  remove: teamWrite(Permission.EDIT_DATASOURCE, { removes: "document" }),
  retry: teamWrite(Permission.SYNC_DATASOURCE, inJobs),
  skip: teamWrite(Permission.SYNC_DATASOURCE, { edits: "document" }),
  retryFailed: teamWrite(Permission.SYNC_DATASOURCE, inJobs),
});
