import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolder, throwAwayFolder } from "../place";
import type { Row } from "../report";
import { runCommand } from "../run-command";

/** `npm ci` as a user runs it, in a folder of its own. What npm has in its cache it does not fetch again. */
export async function install(): Promise<Row[]> {
  const folder = throwAwayFolder();
  try {
    const files = ["package.json", "package-lock.json", ".npmrc", "lib/scripts/prune-packages.ts"];
    for (const file of files) cpSync(file, join(folder, file));
    const started = performance.now();
    runCommand("npm", ["ci", "--prefer-offline"], folder);
    const seconds = (performance.now() - started) / 1_000;
    const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
      packages: object;
    };
    const size = Number(runCommand("du", ["-sk", join(folder, "node_modules")]).split("\t")[0]);
    return [
      {
        name: "size of node_modules",
        figure: size / 1024 ** 2,
        unit: "GB",
        bound: { of: "figure", value: 1.3 },
        note: "disk space used",
      },
      { name: "packages", figure: Object.keys(lock.packages).length, unit: "", bound: { of: "figure", value: 680 } },
      { name: "npm ci", figure: seconds, unit: "s", note: "uses npm's cache where possible" },
    ];
  } finally {
    removeFolder(folder);
  }
}
