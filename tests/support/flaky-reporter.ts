import type { Reporter, TestCase } from "vitest/node";

/** Names the tests that passed only the second time. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export
export default class FlakyReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) console.info(` flaky: ${test.module.relativeModuleId} > ${test.fullName}`);
  }
}
