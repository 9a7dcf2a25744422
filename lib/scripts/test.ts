import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";
import { isFresh } from "./build-stamp.ts";
import { createMemoryFolder } from "./memory-folder.ts";
import { installServers } from "./programs.ts";
import { type Outcome, readPlaywrightReport, readVitestReport } from "./test-reports.ts";

/** Runs all test suites sequentially, even after failures. Ends with a summary and the failed tests. */
const inMemory = createMemoryFolder();
// Tests' databases in memory do not wait for a disk.
if (inMemory) process.env.TMPDIR = inMemory;
const reports = mkdtempSync(join(tmpdir(), "muster-reports-"));
// The database's user must be able to enter it.
chmodSync(reports, 0o755);
const total = { passed: 0, failed: 0 };
const failed: string[] = [];
const flaky: string[] = [];
/** API tests of response times: they run alone. */
const timed = ["account-enumeration", "admin-size", "cancels", "closing", "guesses", "health", "sandbox-bombs"];
/** API tests of processor time and of much data: there is a processor for each. */
const measured = [
  "audit-size",
  "event-loop-answers",
  "event-loop-calls",
  "event-loop-documents",
  "event-loop-retrieval",
  "event-loop-tools",
  "list-size",
  "many-sockets",
  "member-size",
  "openai-large",
  "sandbox-python",
  "search",
];

function reportStep(name: string, status: number | null, started: number): boolean {
  console.info(`— ${name}: ${status === 0 ? "passed" : "failed"} in ${Math.round((Date.now() - started) / 1_000)} s`);
  return status === 0;
}

function runStep(name: string, command: string, args: string[], variables: Record<string, string> = {}): boolean {
  console.info(`\n— ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...variables } });
  return reportStep(name, status, started);
}

/** Counts a suite's results; a suite that failed without a failed test counts as one failure. */
function count(name: string, ok: boolean, outcome: Outcome = { passed: 0, failed: [], flaky: [] }): void {
  const names = ok || outcome.failed.length > 0 ? outcome.failed : [name];
  total.passed += outcome.passed;
  total.failed += names.length;
  failed.push(...names);
  flaky.push(...outcome.flaky);
}

const vitestArgs = [
  "run",
  "--config",
  "tests/vitest.config.ts",
  "--passWithNoTests",
  "--reporter=default",
  "--reporter=./tests/support/outcome-reporter.ts",
];

function runVitest(name: string, more: string[]): void {
  const file = join(reports, `${name}.json`);
  const ok = runStep(name, "vitest", [...vitestArgs, ...more], { OUTCOME_FILE: file });
  count(name, ok, readVitestReport(file));
}

function runPlain(name: string, command: string, args: string[]): boolean {
  const ok = runStep(name, command, args);
  count(name, ok);
  return ok;
}

const browser = findBrowser();
installServers();
runPlain("format and lint", "biome", ["ci", "--error-on-warnings"]);
runPlain("types", "npm", ["run", "--silent", "types"]);
runPlain("figures", "npm", ["run", "--silent", "figures"]);
runVitest("unit and contract", ["--project=unit*", "--project=contract", "--maxWorkers=100%"]);
runVitest("unit (measured)", ["--project=measured-unit", "--maxWorkers=100%"]);
const listApi = (names: string[]) => [
  "--project=api*",
  "--retry=1",
  ...names.map((name) => `tests/api/${name}.test.ts`),
];
const all = readdirSync("tests/api").flatMap((file) => /^(.+)\.test\.ts$/.exec(file)?.[1] ?? []);
const others = all.filter((name) => !timed.includes(name) && !measured.includes(name));
// More workers than processors, because many tests mostly wait.
runVitest("api", [`--maxWorkers=${availableParallelism() + 2}`, ...listApi(others)]);
runVitest("api (measured)", ["--maxWorkers=100%", ...listApi(measured)]);
runVitest("api (timed)", ["--maxWorkers=1", ...listApi(timed)]);
const built = isFresh() || runPlain("build", "npm", ["run", "--silent", "build"]);
if (built && browser) {
  const file = join(reports, "e2e.json");
  const ok = runStep("browser", "playwright", ["test", "--retries=1", "--pass-with-no-tests", "--reporter=list,json"], {
    CHROMIUM_PATH: browser,
    E2E_DATA_DIR: join(reports, "data"),
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  count("browser", ok, readPlaywrightReport(file));
} else {
  count("browser", false);
}
for (const folder of [reports, inMemory]) if (folder) rmSync(folder, { recursive: true, force: true });
for (const name of flaky) console.info(`Passed only when retried: ${name}`);
for (const name of failed) console.info(`Failed: ${name}`);
console.info(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);
