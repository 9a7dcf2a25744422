import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const audit = defineCalls<typeof shapes>()("audit", {
  list: {
    method: "GET",
    path: "/:resourceSlug/audit.json",
    summary: "List audit log entries, newest first",
  },
  csv: {
    method: "GET",
    path: "/:resourceSlug/audit.csv",
    summary: "Export the audit log as CSV",
    raw: true,
  },
  export: {
    method: "GET",
    path: "/:resourceSlug/audit-export.json",
    summary: "Export the audit log as JSON",
    raw: true,
  },
});
