import { setImmediate } from "node:timers/promises";
import type { Issue } from "@/lib/contract/base/error";
import { issueSentence } from "@/lib/contract/base/issue-sentence";
import { type CaseForm, caseForm } from "@/lib/contract/testsets/cases";
import { AppError } from "../../../platform/errors/errors";
import { requireUsableChecks } from "../../../resources/test-sets/check-issues";
import type { ForeignCase, ForeignEntry } from "../foreign/shared/foreign";

interface CheckedTests {
  cases: CaseForm[];
  /** Without cases that can't be used: their entries say why. */
  report: ForeignEntry[];
}

/** Checks that could never be made, by the case's position. */
async function findCheckIssues(caller: { teamId: string; signal: AbortSignal }, cases: CaseForm[]): Promise<Issue[]> {
  try {
    await requireUsableChecks(caller, cases);
    return [];
  } catch (error) {
    if (error instanceof AppError && error.extra.issues) return error.extra.issues;
    throw error;
  }
}

/** Validates the cases of another system's tests. Those that can't be used are left out, and their entries say why. */
export async function checkTests(
  caller: { teamId: string; signal: AbortSignal },
  tests: readonly ForeignCase[],
  report: readonly ForeignEntry[],
): Promise<CheckedTests> {
  const problems = new Map<number, string>();
  const valid: { entry: number; form: CaseForm }[] = [];
  for (const [i, { entry, ...one }] of tests.entries()) {
    const parsed = caseForm.safeParse(one, { error: issueSentence });
    if (parsed.success) valid.push({ entry, form: parsed.data });
    else problems.set(entry, parsed.error.issues[0]?.message ?? "");
    if (i % 20 === 0) await setImmediate();
  }
  const forms = valid.map(({ form }) => form);
  for (const { path, message } of await findCheckIssues(caller, forms)) {
    const at = valid[Number(path.split(".")[1])];
    if (at) problems.set(at.entry, message);
  }
  return {
    cases: valid.flatMap(({ entry, form }) => (problems.has(entry) ? [] : [form])),
    report: report.map((one, i) => {
      const message = problems.get(i);
      return message === undefined ? one : { ...one, outcome: "left", note: `It can't be imported. ${message}`.trim() };
    }),
  };
}
