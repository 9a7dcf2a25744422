import { spawnSync } from "node:child_process";
import { build } from "./build.ts";
import { isFresh } from "./build-stamp.ts";

/** Builds if necessary, then runs the long suites at full count; arguments select suites. */
if (!isFresh() && (await build()) !== 0) process.exit(1);
const { status } = spawnSync(process.execPath, ["--import", "tsx", "tests/soak/soak.ts", ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exit(status ?? 1);
