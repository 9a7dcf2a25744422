import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestRun {
  passed: number;
  failed: number;
  /** Ended by us: it took too long. */
  hung: boolean;
  seconds: number;
  /** What the tests measured, from lines that begin with FIGURES. */
  figures: Record<string, unknown>[];
  output: string;
}

interface Options {
  cwd?: string;
  files: string[];
  /** Only tests whose full name matches. */
  tests?: string;
  variables?: Record<string, string>;
  /** One failure is enough. */
  bail?: boolean;
  longestMs: number;
}

const projectOf = (file: string): string => file.split("/")[1] ?? "";

/** Runs test files in a process of their own, and counts. */
export async function runTests({
  cwd = process.cwd(),
  files,
  tests,
  variables,
  bail,
  longestMs,
}: Options): Promise<TestRun> {
  const report = join(tmpdir(), `muster-soak-${randomUUID()}.json`);
  const started = performance.now();
  const args = ["run", "--config", "tests/vitest.config.ts", "--reporter=default", "--reporter=json"];
  const projects = [...new Set(files.map(projectOf))].flatMap((project) => ["--project", `*${project}*`]);
  const chosen = [
    ...projects,
    `--outputFile.json=${report}`,
    ...(bail ? ["--bail=1"] : []),
    ...(tests ? ["-t", tests] : []),
    ...files,
  ];
  const vitest = join(process.cwd(), "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, ...args, ...chosen], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => printed.push(String(chunk)));
  let hung = false;
  const timer = setTimeout(() => {
    hung = true;
    // In good order, so that what the tests have started ends with them; then without.
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
  }, longestMs);
  await new Promise((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  const output = printed.join("");
  const counted: unknown = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
  rmSync(report, { force: true });
  const { numPassedTests = 0, numFailedTests = 0 } = counted as { numPassedTests?: number; numFailedTests?: number };
  const figures = [...output.matchAll(/^FIGURES (\{.*\})$/gm)].map(([, json = "{}"]) => JSON.parse(json));
  const seconds = (performance.now() - started) / 1_000;
  return { passed: numPassedTests, failed: numFailedTests, hung, seconds, figures, output };
}
