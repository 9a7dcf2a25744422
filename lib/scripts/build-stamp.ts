import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The inputs of a build. Folders include all files below them. */
const sources = [
  "app",
  "components",
  "context",
  "hooks",
  "lib",
  "public",
  "styles",
  "instrumentation.ts",
  "next.config.ts",
  "tailwind.config.ts",
  "postcss.config.mjs",
  "package.json",
  "package-lock.json",
];

export const distDir = process.env.NEXT_DIST_DIR || ".next";
const stampFile = join(distDir, "muster-build");

/** Changes with the sources, the lock file, the compiler's options, the Node version and the platform. */
export function hashSources(): string {
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}\n`);
  for (const source of sources) if (existsSync(source)) addPath(source);
  // Next writes its own folders into "include".
  const { compilerOptions } = JSON.parse(readFileSync("tsconfig.json", "utf8"));
  return hash.update(JSON.stringify(compilerOptions)).digest("hex");

  function addPath(path: string): void {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) addPath(join(path, name));
    } else {
      const content = readFileSync(path);
      hash.update(`${path} ${content.length}\n`).update(content);
    }
  }
}

/** Why the build cannot be served; undefined if it belongs to these sources. */
export function findBuildProblem(): string | undefined {
  if (!existsSync(join(distDir, "BUILD_ID")) || !existsSync(stampFile))
    return `There is no complete build in ${distDir}.`;
  if (readFileSync(stampFile, "utf8") !== hashSources())
    return "The build is outdated: sources, packages or Node changed.";
  return undefined;
}

export const isFresh = (): boolean => findBuildProblem() === undefined;

export const writeStamp = (hash: string): void => writeFileSync(stampFile, hash);
