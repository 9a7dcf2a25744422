import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/datasource/:datasourceId";

export const cases = defineCalls<typeof shapes>()("cases", {
  list: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/cases.json",
    summary: "List a datasource's test questions",
  },
  add: {
    method: "POST",
    path: `${form}/case/add`,
    summary: "Add a test question",
  },
  remove: {
    method: "DELETE",
    path: `${form}/case/:caseId`,
    summary: "Delete a test question",
  },
  run: {
    method: "POST",
    path: `${form}/cases/run`,
    summary: "Run all test questions",
  },
});
