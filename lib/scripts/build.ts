import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { distDir, hashSources, writeStamp } from "./build-stamp.ts";
import { compressAssets } from "./compress-assets.ts";

export const nextBin = createRequire(import.meta.url).resolve("next/dist/bin/next");

/** Builds for production and records the inputs' hash; returns the exit code. */
export async function build(): Promise<number> {
  // Before the build: changes during the build make it stale.
  const hash = hashSources();
  const { status } = spawnSync(process.execPath, [nextBin, "build"], {
    stdio: "inherit",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });
  if (status !== 0) return status ?? 1;
  await compressAssets(join(distDir, "static"));
  writeStamp(hash);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) process.exit(await build());
