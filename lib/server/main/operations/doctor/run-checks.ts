import { failureReason } from "../../../platform/errors/failure-reason";
import { checks } from "./checks";
import type { Check, Examination, Finding } from "./checks/finding";

const patienceMs = 20_000;

export type CheckResult = { check: string } & Finding;

/** Runs the checks side by side. One that fails or takes too long does not affect the others. */
export async function runChecks(
  examination: Examination,
  { list = checks, timeoutMs = patienceMs }: { list?: readonly Check[]; timeoutMs?: number } = {},
): Promise<CheckResult[]> {
  const results = await Promise.all(list.map((check) => runCheck(check, examination, timeoutMs)));
  return results.flatMap((findings, i) => findings.map((finding) => ({ check: list[i]?.name ?? "", ...finding })));
}

async function runCheck({ run, remedy }: Check, examination: Examination, timeoutMs: number): Promise<Finding[]> {
  const ending = new AbortController();
  const late = Promise.withResolvers<Finding[]>();
  const timer = setTimeout(() => {
    ending.abort();
    late.resolve([{ state: "problem", found: `No result within ${timeoutMs / 1_000} seconds.`, remedy }]);
  }, timeoutMs);
  try {
    return await Promise.race([run(examination, ending.signal), late.promise]);
  } catch (error) {
    return [{ state: "problem", found: failureReason(error), remedy }];
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}
