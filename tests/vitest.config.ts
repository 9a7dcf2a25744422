import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const resolve = { alias: { "@": root.replace(/\/$/, "") } };
/** Test files share modules, unless a file replaces modules or loads them twice. */
const byIsolation = (name: string, options: object, isolated: string[], elsewhere: string[] = []) => {
  const files = isolated.map((file) => `tests/${name}/${file}.test.ts`);
  const include = [`tests/${name}/**/*.test.{ts,tsx}`];
  return [
    { resolve, test: { ...options, name, include, exclude: [...files, ...elsewhere], isolate: false } },
    { resolve, test: { ...options, name: `${name}-isolated`, include: files } },
  ];
};

const setupFiles = ["tests/support/file-end.ts", "tests/support/console.ts"];
const shared = {
  root,
  pool: "forks" as const,
  // Concurrent tests wait for most of their time.
  maxConcurrency: 20,
  setupFiles: ["tests/support/process-state.ts", ...setupFiles],
  env: { LOG_LEVEL: "warn", FASTEMBED_WEIGHTS_URL: "http://127.0.0.1:9" },
};

const api = {
  ...shared,
  setupFiles: [
    "tests/support/process-state.ts",
    "tests/support/server-state.ts",
    ...setupFiles,
    "tests/support/server-log.ts",
  ],
  globalSetup: ["tests/support/global-database.ts"],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

/** They measure how long the event loop is busy: there is a processor for each, beside more it takes longer. */
const measured = globSync("tests/unit/**/*.test.{ts,tsx}", { cwd: root }).filter((file) =>
  readFileSync(`${root}${file}`, "utf8").includes("longestBlock"),
);

export default defineConfig({
  root,
  test: {
    // A line for each file that passes.
    slowTestThreshold: 60_000,
    projects: [
      ...byIsolation(
        "unit",
        shared,
        ["openai-follow", "vectors/no-package", "outbound/instance", "transfers/read-file"],
        measured,
      ),
      { resolve, test: { ...shared, name: "measured-unit", include: measured, isolate: false } },
      { resolve, test: { ...shared, name: "contract", include: ["tests/contract/**/*.test.ts"], isolate: false } },
      ...byIsolation("api", api, ["guesses", "proof-races", "secret", "sign-in-races", "stops", "two-bundles"]),
    ],
  },
});
