import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { isFresh } from "./build-stamp.ts";

/** All tests, one after another; the rest runs even when one fails. Ends with one line that sums them up. */
const reports = mkdtempSync(join(tmpdir(), "muster-reports-"));
// The database's user must be able to enter it.
chmodSync(reports, 0o755);
const total = { passed: 0, failed: 0 };
const failedSteps: string[] = [];
/** Browser tests that passed only the second time: the list above the sum names them. */
let flaky = 0;

function step(name: string, command: string, args: string[], variables: Record<string, string> = {}): boolean {
  console.info(`\n— ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...variables } });
  console.info(`— ${name}: ${status === 0 ? "passed" : "failed"} in ${Math.round((Date.now() - started) / 1_000)} s`);
  if (status !== 0) failedSteps.push(name);
  return status === 0;
}

/** Adds up a suite's report; a suite that failed without a failed test counts as one. */
function count(
  ok: boolean,
  file: string,
  read: (report: Record<string, unknown>) => [passed: unknown, failed: unknown],
): void {
  const [passed, failed] = existsSync(file) ? read(JSON.parse(readFileSync(file, "utf8"))) : [0, 0];
  total.passed += Number(passed);
  total.failed += ok ? Number(failed) : Math.max(1, Number(failed));
}

function vitest(name: string, projects: string[], more: string[] = []): void {
  const file = join(reports, `${name}.json`);
  const args = [
    "run",
    "--config",
    "tests/vitest.config.ts",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...more,
  ];
  const ok = step(name, "vitest", [...args, ...projects.flatMap((project) => ["--project", project])]);
  count(ok, file, (report) => [report.numPassedTests, report.numFailedTests]);
}

function plain(name: string, command: string, args: string[]): boolean {
  const ok = step(name, command, args);
  if (!ok) total.failed += 1;
  return ok;
}

const browser = findBrowser();
plain("format and lint", "biome", ["ci", "--error-on-warnings"]);
plain("types", "npm", ["run", "--silent", "types"]);
vitest("unit and contract", ["unit", "contract"]);
vitest("api", ["api"], ["--retry=1", "--reporter=./tests/support/flaky-reporter.ts"]);
const built = isFresh() || plain("build", "npm", ["run", "--silent", "build"]);
if (built && browser) {
  const file = join(reports, "e2e.json");
  const ok = step("browser", "playwright", ["test", "--retries=1", "--pass-with-no-tests", "--reporter=list,json"], {
    CHROMIUM_PATH: browser,
    E2E_DATA_DIR: join(reports, "data"),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  count(ok, file, ({ stats }) => {
    const counts: Record<string, unknown> = stats && typeof stats === "object" ? { ...stats } : {};
    flaky = Number(counts.flaky ?? 0);
    return [Number(counts.expected ?? 0) + flaky, counts.unexpected ?? 0];
  });
} else {
  failedSteps.push("browser");
  total.failed += 1;
}
rmSync(reports, { recursive: true, force: true });
if (failedSteps.length > 0) console.info(`\nFailed: ${failedSteps.join(", ")}`);
if (flaky > 0) console.info(`${flaky} of the browser tests passed only the second time`);
console.info(`${total.passed} passed, ${total.failed} failed`);
process.exit(failedSteps.length > 0 || total.failed > 0 ? 1 : 0);
