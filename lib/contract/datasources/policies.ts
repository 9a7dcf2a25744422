import { Permission } from "@/lib/permissions/bits";
import { byJobs, writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { datasources as calls } from "./calls";

/** All streams of a source with their fields. */
const streams = { maxBytes: 4 * 1024 * 1024, maxKeys: 50_000 } as const;

export const datasources = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  searchable: teamRead(anyMember),
  test: { ...teamWrite(Permission.CREATE_DATASOURCE, { none: "A draft is recorded when it is added." }), waits: true },
  add: { ...teamWrite(Permission.CREATE_DATASOURCE, { edits: "draftDatasource" }), ...streams },
  upload: teamWrite(Permission.CREATE_DATASOURCE, { adds: "uploadedDocuments" }),
  preview: teamWrite(Permission.CREATE_DATASOURCE, writesNothing),
  edit: { ...teamWrite(Permission.EDIT_DATASOURCE, { edits: "datasource" }), waits: true },
  sync: teamWrite(Permission.SYNC_DATASOURCE, byJobs),
  cancel: { ...teamWrite(Permission.SYNC_DATASOURCE, byJobs), whenFull: true },
  discover: {
    ...teamWrite(Permission.EDIT_DATASOURCE, { none: "Members do not choose the contents of a source." }),
    waits: true,
  },
  streams: { ...teamWrite(Permission.EDIT_DATASOURCE, { edits: "datasource" }), ...streams },
  schedule: teamWrite(Permission.EDIT_DATASOURCE, { edits: "datasource" }),
  query: { ...teamWrite(anyMember, writesNothing), whenFull: true, waits: true },
  remove: teamWrite(Permission.DELETE_DATASOURCE, { removes: "datasource" }),
});
