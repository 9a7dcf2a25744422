import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));
const resolve = { alias: { "@": root.replace(/\/$/, "") } };
const shared = {
  root,
  pool: "forks" as const,
  // Concurrent tests wait for most of their time.
  maxConcurrency: 20,
  setupFiles: ["tests/support/file-end.ts", "tests/support/console.ts"],
  env: { LOG_LEVEL: "warn", FASTEMBED_WEIGHTS_URL: "http://127.0.0.1:9" },
};

const api = {
  ...shared,
  setupFiles: ["tests/support/server-state.ts", ...shared.setupFiles, "tests/support/server-log.ts"],
  globalSetup: ["tests/support/global-database.ts"],
  testTimeout: 30_000,
  hookTimeout: 30_000,
};
/** They replace modules, or load them twice, and share none with other files. */
const isolated = ["guesses", "proof-races", "secret", "sign-in-races", "stops", "two-bundles"].map(
  (name) => `tests/api/${name}.test.ts`,
);

export default defineConfig({
  root,
  test: {
    // A line for each file that passes.
    slowTestThreshold: 60_000,
    projects: [
      { resolve, test: { ...shared, name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
      { resolve, test: { ...shared, name: "contract", include: ["tests/contract/**/*.test.ts"] } },
      {
        resolve,
        test: { ...api, name: "api", include: ["tests/api/**/*.test.ts"], exclude: isolated, isolate: false },
      },
      { resolve, test: { ...api, name: "api-isolated", include: isolated } },
    ],
  },
});
