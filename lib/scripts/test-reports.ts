import { existsSync, readFileSync } from "node:fs";

export interface Outcome {
  passed: number;
  /** Failed tests by file and full name, and uncaught errors. */
  failed: string[];
  /** Tests that passed only on retry. */
  flaky: string[];
}

interface PlaywrightSuite {
  specs: { file: string; title: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

const readReport = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;

/** Parses the report of the Vitest suites. */
export const readVitestReport = (file: string): Outcome | undefined => readReport<Outcome>(file);

/** Parses Playwright's JSON report. */
export function readPlaywrightReport(file: string): Outcome | undefined {
  const report = readReport<{ suites: PlaywrightSuite[] }>(file);
  if (!report) return undefined;
  const specs = report.suites.flatMap(listSpecs);
  const named = (status: string) =>
    specs
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, title }) => `${file} > ${title}`);
  const [failed, flaky] = [named("unexpected"), named("flaky")];
  const passed = specs.filter(({ tests }) => tests.every((test) => test.status === "expected")).length + flaky.length;
  return { passed, failed, flaky };
}

const listSpecs = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite["specs"] => [
  ...specs,
  ...suites.flatMap(listSpecs),
];
