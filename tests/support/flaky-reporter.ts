import type { Reporter, TestCase } from "vitest/node";

/** Names the tests that passed only the second time, and why they failed the first time. */
// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export
export default class FlakyReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    console.info(` flaky: ${test.module.relativeModuleId} > ${test.fullName}`);
    for (const { message, stacks } of test.result().errors ?? [])
      console.info(`   ${message}\n   ${stacks?.map(({ file, line }) => `${file}:${line}`).join("\n   ")}`);
  }
}
