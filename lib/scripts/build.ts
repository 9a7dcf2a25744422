import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { hashSources, writeStamp } from "./build-stamp.ts";

export const nextBin = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** Builds for production and records the inputs' hash; returns the exit code. */
export function build(): number {
  // Before the build: changes during the build make it stale.
  const hash = hashSources();
  const { status } = spawnSync(process.execPath, [nextBin, "build"], {
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (status === 0) writeStamp(hash);
  return status ?? 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exit(build());
