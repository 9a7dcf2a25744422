import type { Issue } from "@/lib/contract/base/error";
import type { CaseForm } from "@/lib/contract/testsets/cases";
import type { Check } from "@/lib/contract/testsets/checks";
import type { TeamCallContext } from "../../access/calls/implement";
import { findPatternProblem } from "../../engine/evaluations/checks/patterns";
import { findSchemaProblem } from "../../platform/json-schema/schema-problem";
import { throwIssues } from "../references/check";

type Caller = Pick<TeamCallContext, "teamId" | "signal">;

async function findProblem({ teamId, signal }: Caller, check: Check): Promise<string | undefined> {
  if (check.type === "regex") return findPatternProblem(teamId, check.value, signal);
  return check.type === "json_schema" ? findSchemaProblem(check.value) : undefined;
}

/** Throws 400 with the checks that could never be made. Patterns are compiled in a separate process: not in a transaction. */
export async function requireUsableChecks(caller: Caller, cases: readonly CaseForm[] = []): Promise<void> {
  const issues: Issue[] = [];
  const known = new Map<string, Promise<string | undefined>>();
  for (const [i, { checks }] of cases.entries())
    for (const [j, check] of checks.entries()) {
      const key = JSON.stringify(check);
      const problem = known.get(key) ?? findProblem(caller, check);
      known.set(key, problem);
      const message = await problem;
      if (message) issues.push({ path: `cases.${i}.checks.${j}.value`, message });
    }
  throwIssues(issues);
}
