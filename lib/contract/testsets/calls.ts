import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const testsets = defineCalls<typeof shapes>()("testsets", {
  list: {
    method: "GET",
    path: "/:resourceSlug/testsets.json",
    summary: "List test sets",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/testset/:testsetId.json",
    summary: "Get a test set",
  },
  revisions: {
    method: "GET",
    path: "/:resourceSlug/testset/:testsetId/revisions.json",
    summary: "List a test set's revisions",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/testset/add",
    idempotent: true,
    summary: "Create a test set",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/testset/:testsetId/edit",
    summary: "Update a test set",
  },
  addCases: {
    method: "POST",
    path: "/:resourceSlug/forms/testset/:testsetId/cases",
    idempotent: true,
    summary: "Add cases to a test set",
  },
  readCases: {
    method: "POST",
    path: "/:resourceSlug/forms/testset/read-cases",
    summary: "Read test cases from a CSV, JSONL or promptfoo file",
  },
  recordCase: {
    method: "GET",
    path: "/:resourceSlug/testcase.json",
    summary: "Build a test case from an answer in a session",
  },
  estimate: {
    method: "POST",
    path: "/:resourceSlug/forms/testset/:testsetId/estimate",
    summary: "Estimate the cost of an evaluation",
  },
  run: {
    method: "POST",
    path: "/:resourceSlug/forms/testset/:testsetId/run",
    idempotent: true,
    summary: "Run a test set",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/testset/:testsetId",
    summary: "Delete a test set",
  },
});
