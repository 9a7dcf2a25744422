import type { Issue } from "@/lib/contract/base/error";
import type { Check } from "@/lib/contract/testsets/checks";
import { findSchemaProblem } from "../../../platform/json-schema/schema-problem";
import { findPatternProblem } from "./pattern";

/** Checks that could never be made, with the path of their field. */
export const findCheckIssues = (checks: readonly Check[], path: string): Issue[] =>
  checks.flatMap((check, i) => {
    const message =
      check.type === "regex"
        ? findPatternProblem(check.value)
        : check.type === "json_schema"
          ? findSchemaProblem(check.value)
          : undefined;
    return message ? [{ path: `${path}.${i}.value`, message }] : [];
  });
