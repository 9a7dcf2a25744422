import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../audit";
import { defineCalls } from "../endpoint";

export const audit = defineCalls<typeof shapes>()("audit", {
  list: {
    method: "GET",
    path: "/:resourceSlug/audit.json",
    access: "team",
    orgWide: true,
    permission: Permission.ORG_OWNER,
    summary: "Who changed what in the organization, newest first",
  },
  csv: {
    method: "GET",
    path: "/:resourceSlug/audit.csv",
    access: "team",
    orgWide: true,
    permission: Permission.ORG_OWNER,
    summary: "The audit log as a table",
    raw: true,
  },
  export: {
    method: "GET",
    path: "/:resourceSlug/audit-export.json",
    access: "team",
    orgWide: true,
    permission: Permission.ORG_OWNER,
    summary: "The whole audit log as JSON",
    raw: true,
  },
});
