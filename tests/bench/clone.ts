import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { removeFolder, throwAwayFolder } from "./place";
import { runCommand } from "./run-command";

/** Runs with a copy of this tree's files, in which `npm ci` has run; npm uses its cache. */
export async function withClone<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = throwAwayFolder();
  try {
    for (const file of runCommand("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
      .trim()
      .split("\n")) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(file, join(folder, file));
    }
    runCommand("npm", ["ci", "--prefer-offline"], folder);
    return await work(folder);
  } finally {
    removeFolder(folder);
  }
}
