import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../cases";
import { defineCalls } from "../endpoint";

const form = "/:resourceSlug/forms/datasource/:datasourceId";

export const cases = defineCalls<typeof shapes>()("cases", {
  list: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/cases.json",
    access: "team",
    summary: "List a datasource's test questions",
  },
  add: {
    method: "POST",
    path: `${form}/case/add`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    summary: "Add a test question",
  },
  remove: {
    method: "DELETE",
    path: `${form}/case/:caseId`,
    access: "team",
    permission: Permission.EDIT_DATASOURCE,
    summary: "Delete a test question",
  },
  run: {
    method: "POST",
    path: `${form}/cases/run`,
    access: "team",
    whenFull: true,
    waits: true,
    summary: "Run all test questions",
  },
});
