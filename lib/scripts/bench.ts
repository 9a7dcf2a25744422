import { spawnSync } from "node:child_process";
import { findBrowser } from "./browser.ts";
import { build } from "./build.ts";
import { isFresh } from "./build-stamp.ts";

/** Builds if necessary, then runs the benchmarks; arguments select suites. */
if (!isFresh() && (await build()) !== 0) process.exit(1);
const { status } = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/bench.ts", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: findBrowser() },
});
process.exit(status ?? 1);
