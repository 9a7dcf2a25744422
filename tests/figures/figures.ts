import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mayImport } from "../support/borders";
import { findFolderCycle, importsOf } from "../support/imports";
import { compare, type Figure } from "./compare";
import * as measure from "./measure";
import { readProduct } from "./source";
import { findUnused } from "./unused";

/** Places that are shown of a figure that is worse; `--list` shows all of every figure. */
const maxShown = 40;

/** Prints the figures that the code is held to, and fails when one is worse than its maximum in `maxima.json`. */
const files = readProduct();
const imports = files.flatMap(({ path, source }) => importsOf(path, source));

function readmeOf(folder: string): string | undefined {
  const path = join(folder, "README.md");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const listed = (name: string, found: string[]): Figure => ({ name, value: found.length, found });
const unused = findUnused();
const figures: Figure[] = [
  listed("Folders of lib/server in a cycle", findFolderCycle(imports) ?? []),
  listed(
    "Imports against the layers",
    imports.filter((each) => each.own && !mayImport(each)).map(({ from, to }) => `${from} → ${to}`),
  ),
  listed("Casts by way of unknown", measure.findDoubleCasts(files)),
  listed("Untyped readers of event bodies", measure.findUntypedReaders(files)),
  listed("Spreads of literals", measure.findPackingSpreads(files)),
  { name: "Product lines", value: measure.countLines(files) },
  { name: "Median lines of a file", value: measure.medianLength(files) },
  listed("Files of more than 200 lines", measure.findLongFiles(files)),
  listed("Folders of more than 15 files without a README", measure.foldersWithoutReadme(files, readmeOf)),
  listed("Unused exports and files", unused.exports),
  listed("Unused packages", unused.packages),
];

const maxima = JSON.parse(readFileSync("tests/figures/maxima.json", "utf8"));
const { lines, worse } = compare(figures, maxima);
console.info(lines.join("\n"));
const all = process.argv.includes("--list");
const shown = all ? figures : worse;
for (const { name, found = [] } of shown)
  if (found.length > 0) console.info(["", `${name}:`, ...found.slice(0, all ? undefined : maxShown)].join("\n  "));
if (worse.length > 0) {
  console.error(`\nWorse than tests/figures/maxima.json: ${worse.map(({ name }) => name).join(", ")}`);
  process.exit(1);
}
