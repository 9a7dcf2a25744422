import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeFolder, throwAwayFolder } from "./place";

function run(command: string, args: string[], cwd?: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 100_000_000 });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed:\n${stderr.slice(-2_000)}`);
  return stdout;
}

/** Runs with a copy of this tree's files, in which `npm ci` has run; npm uses its cache. */
export async function withClone<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = throwAwayFolder();
  try {
    for (const file of run("git", ["ls-files", "--cached", "--others", "--exclude-standard"]).trim().split("\n")) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
    }
    run("npm", ["ci", "--prefer-offline"], folder);
    return await work(folder);
  } finally {
    removeFolder(folder);
  }
}
