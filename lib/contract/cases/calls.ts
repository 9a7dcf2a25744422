import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const form = "/:resourceSlug/forms/datasource/:datasourceId";

export const cases = defineCalls<typeof shapes>()("cases", {
  list: {
    method: "GET",
    path: "/:resourceSlug/datasource/:datasourceId/cases.json",
    summary: "List a data source's test cases",
  },
  add: {
    method: "POST",
    path: `${form}/case/add`,
    summary: "Create a test case",
  },
  remove: {
    method: "DELETE",
    path: `${form}/case/:caseId`,
    summary: "Delete a test case",
  },
  run: {
    method: "POST",
    path: `${form}/cases/run`,
    summary: "Run all test cases",
  },
});
