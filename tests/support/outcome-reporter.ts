import { writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { Outcome } from "../../lib/scripts/test-reports.ts";

type UnhandledErrors = Parameters<NonNullable<Reporter["onTestRunEnd"]>>[1];

/**
 * Names the tests that passed only when retried and why they failed before, and writes the {@link Outcome} of the
 * run to the file OUTCOME_FILE.
 */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export
export default class OutcomeReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    console.info(` flaky: ${nameOf(test)}`);
    for (const error of test.result().errors ?? []) console.info(describeError(error));
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: UnhandledErrors): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const outcome: Outcome = {
      passed: tests.filter((test) => test.result().state === "passed").length,
      failed: [
        ...tests.filter((test) => test.result().state === "failed").map(nameOf),
        ...modules.flatMap((module) =>
          // Hooks that fail are errors of their suite, not of a test.
          [module, ...module.children.allSuites()]
            .flatMap((suite) => suite.errors())
            .map((error) => `${module.relativeModuleId}: ${describeError(error)}`),
        ),
        ...unhandled.map((error) => `outside of a test: ${describeError(error)}`),
      ],
      flaky: tests.filter((test) => test.diagnostic()?.flaky).map(nameOf),
    };
    if (process.env.OUTCOME_FILE) writeFileSync(process.env.OUTCOME_FILE, JSON.stringify(outcome));
  }
}

const nameOf = ({ module, fullName }: TestCase): string => `${module.relativeModuleId} > ${fullName}`;

const describeError = ({ message, stacks, VITEST_TEST_PATH: file }: UnhandledErrors[number]): string =>
  [message, ...(file ? [`in ${file}`] : []), ...(stacks ?? []).map(({ file, line }) => `${file}:${line}`)].join(
    "\n   ",
  );
