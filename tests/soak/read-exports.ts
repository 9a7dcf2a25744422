/**
 * `npm run read-exports -- <folder>`: reads exports of other systems as an import does, prints what becomes of them, and fails if
 * one can't be read, its report doesn't add up, or the order of its nodes gets lost. The folder has one folder for each system,
 * with files, or folders of files that belong together.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ImportOutcome } from "@/lib/contract/transfers/schemas";
import { readFile } from "@/lib/server/api/import-export/file/read-file";
import { findOrderFaults } from "../support/foreign/find-order-faults";

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("Name the folder of the exports.");
  process.exit(2);
}

const listFiles = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];

const outcomes: ImportOutcome[] = ["taken", "approximated", "needs", "left"];
const { signal } = new AbortController();
const rows: object[] = [];
const faults: string[] = [];
for (const system of readdirSync(folder))
  for (const name of readdirSync(join(folder, system)).filter((one) => !one.endsWith(".md"))) {
    const uploads = listFiles(join(folder, system, name)).map((path) => ({ path, filename: basename(path) }));
    const started = performance.now();
    try {
      const { source, report, file } = await readFile("exports", { uploads }, signal);
      const counts = outcomes.map(
        (outcome) => [outcome, report.filter((entry) => entry.outcome === outcome).length] as const,
      );
      const sum = counts.reduce((all, [, count]) => all + count, 0);
      if (source.parts !== sum) faults.push(`${system}/${name}: ${sum} of ${source.parts} parts`);
      if (source.system !== system) faults.push(`${system}/${name}: taken for ${source.system}`);
      const texts = uploads.map(({ path, filename }) => ({ path: filename, text: readFileSync(path, "utf8") }));
      for (const fault of findOrderFaults(texts)) faults.push(`${system}/${name}: ${fault}`);
      const tasks = file.tasks.length;
      const ms = Math.round(performance.now() - started);
      rows.push({
        file: `${system}/${name}`,
        version: source.version,
        parts: sum,
        ...Object.fromEntries(counts),
        type: file.app.type,
        tasks,
        ms,
      });
    } catch (error) {
      faults.push(`${system}/${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
console.table(rows);
for (const fault of faults) console.error(fault);
process.exit(rows.length === 0 || faults.length > 0 ? 1 : 0);
