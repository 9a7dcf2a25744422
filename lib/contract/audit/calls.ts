import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const audit = defineCalls<typeof shapes>()("audit", {
  list: {
    method: "GET",
    path: "/:resourceSlug/audit.json",
    summary: "Who changed what in the organization, newest first",
  },
  csv: {
    method: "GET",
    path: "/:resourceSlug/audit.csv",
    summary: "The audit log as a table",
    raw: true,
  },
  export: {
    method: "GET",
    path: "/:resourceSlug/audit-export.json",
    summary: "The whole audit log as JSON",
    raw: true,
  },
});
