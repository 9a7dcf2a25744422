import { spawn, spawnSync } from "node:child_process";
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
/** API tests with a bound on time, or of many at once: the machine is theirs alone. */
const timed = [
  ...[
    "admin-size",
    "audit-size",
    "cancels",
    "closing",
    ...["answers", "calls", "documents", "retrieval", "tools"].map((name) => `event-loop-${name}`),
    "guesses",
    "health",
    "list-size",
    "many-sockets",
    "member-size",
  ],
  ...["search", "telling-apart"],
];
/** Browser tests that passed only the second time: the list above the sum names them. */
let flaky = 0;

function ended(name: string, status: number | null, started: number): boolean {
  console.info(`— ${name}: ${status === 0 ? "passed" : "failed"} in ${Math.round((Date.now() - started) / 1_000)} s`);
  if (status !== 0) failedSteps.push(name);
  return status === 0;
}

function step(name: string, command: string, args: string[], variables: Record<string, string> = {}): boolean {
  console.info(`\n— ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...variables } });
  return ended(name, status, started);
}

/** A step beside others: what it says is shown once it has ended. */
async function stepBeside(name: string, command: string, args: string[]): Promise<boolean> {
  const started = Date.now();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  const status = await new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(null)).on("close", resolve);
  });
  console.info(`\n— ${name}\n${said}`);
  return ended(name, status, started);
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

const vitestArgs = (file: string, more: string[]): string[] => [
  "run",
  "--config",
  "tests/vitest.config.ts",
  "--passWithNoTests",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${file}`,
  ...more,
];

const countVitest = (ok: boolean, file: string): void =>
  count(ok, file, (report) => [report.numPassedTests, report.numFailedTests]);

function vitest(name: string, more: string[]): void {
  const file = join(reports, `${name}.json`);
  countVitest(step(name, "vitest", vitestArgs(file, more)), file);
}

/** One suite in two halves at once, each with a database of its own. */
async function vitestInHalves(name: string, more: string[]): Promise<void> {
  const half = async (which: number) => {
    const file = join(reports, `${name}-${which}.json`);
    const args = vitestArgs(file, [...more, `--shard=${which}/2`]);
    countVitest(await stepBeside(`${name}, half ${which} of 2`, "vitest", args), file);
  };
  await Promise.all([half(1), half(2)]);
}

function plain(name: string, command: string, args: string[]): boolean {
  const ok = step(name, command, args);
  if (!ok) total.failed += 1;
  return ok;
}

const browser = findBrowser();
plain("format and lint", "biome", ["ci", "--error-on-warnings"]);
plain("types", "npm", ["run", "--silent", "types"]);
vitest("unit and contract", ["--project=unit", "--project=contract"]);
const api = ["--project=api", "--retry=1", "--reporter=./tests/support/flaky-reporter.ts"];
await vitestInHalves("api", [...api, ...timed.map((file) => `--exclude=tests/api/${file}.test.ts`)]);
vitest("api, what is timed", [...api, ...timed.map((file) => `tests/api/${file}.test.ts`)]);
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
