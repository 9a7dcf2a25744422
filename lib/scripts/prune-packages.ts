import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Runs after `npm ci` and `npm install`: removes unused files of packages, about a fifth of their size. */
const root = "node_modules";
/** Native binaries for all platforms, in `<platform>/<architecture>`. */
const binaries = join(root, "onnxruntime-node/bin/napi-v3");

// Source maps: Node does not read them here.
for (const name of readdirSync(root, { recursive: true, encoding: "utf8" }))
  if (/\.(m|c)?(js|ts)\.map$/.test(name)) rmSync(join(root, name), { force: true });

for (const platform of existsSync(binaries) ? readdirSync(binaries) : [])
  for (const architecture of readdirSync(join(binaries, platform)))
    if (platform !== process.platform || architecture !== process.arch)
      rmSync(join(binaries, platform, architecture), { recursive: true });
