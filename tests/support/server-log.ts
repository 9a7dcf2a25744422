import { afterAll, afterEach, beforeEach } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { createLogger, log } from "@/lib/server/platform/log/log";
import { provide } from "@/lib/server/platform/process/registry";

/** The server's log lines are shown for a test that failed only; what is logged outside of tests, for a file that failed. */
let lines: string[] = [];
const show = () => void process.stdout.write(lines.splice(0).join(""));

// The standard logger first, as it remembers the secrets of the environment.
const { level } = log();
provide("log", createLogger(level, { write: (line) => void lines.push(line) }));
forgetEnv();

beforeEach(() => {
  lines = [];
});

afterEach(({ task }) => {
  if (task.result?.state === "fail") show();
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures to make
afterAll(({}, suite) => {
  if (suite.result?.state === "fail") show();
});
