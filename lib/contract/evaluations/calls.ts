import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const evaluations = defineCalls<typeof shapes>()("evaluations", {
  list: {
    method: "GET",
    path: "/:resourceSlug/evaluations.json",
    summary: "List evaluations",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/evaluation/:evaluationId.json",
    summary: "Get an evaluation with its results",
  },
  compare: {
    method: "GET",
    path: "/:resourceSlug/evaluation/:evaluationId/compare.json",
    summary: "Compare two evaluations",
  },
  csv: {
    method: "GET",
    path: "/:resourceSlug/evaluation/:evaluationId/results.csv",
    raw: true,
    summary: "Download the results as CSV",
  },
  junit: {
    method: "GET",
    path: "/:resourceSlug/evaluation/:evaluationId/results.xml",
    raw: true,
    summary: "Download the results as JUnit XML",
  },
  cancel: {
    method: "POST",
    path: "/:resourceSlug/forms/evaluation/:evaluationId/cancel",
    summary: "Cancel an evaluation",
  },
  label: {
    method: "POST",
    path: "/:resourceSlug/forms/evaluation/:evaluationId/label",
    summary: "Label an answer as correct or incorrect",
  },
});
