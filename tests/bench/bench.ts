/**
 * `npm run bench [-- suite … --record --compare]`: measures the production build, prints tables, and writes them to
 * bench-results and docs/benchmarks.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { readFlowise } from "./flowise";
import { compareWithHistory, historyFile, readHistory, toHistoryLine } from "./history";
import { type Options, parseOptions } from "./options";
import { mergeReadme, readmeFile } from "./readme";
import { printTable, type SuiteResult, verdictOf, writeResults } from "./report";
import { describeRun } from "./run-info";
import { suites } from "./suites";
import { streamCases } from "./suites/streams";

const run = describeRun();
const options = readOptions();

function readOptions(): Options {
  try {
    readFlowise(process.env);
    const known = { suites: Object.keys(suites), cases: streamCases };
    const read = parseOptions(process.argv.slice(2), process.env, known);
    if (read.record && (run.dirty || !run.commit))
      throw new Error("Commit your changes first: --record assigns its figures to a commit.");
    return read;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** Returns whether the figures hold against the history. */
function compare(results: SuiteResult[]): boolean {
  const { lines, damaged } = readHistory(textOf(historyFile));
  if (damaged.length > 0) console.warn(`${historyFile} has lines that can't be read: ${damaged.join(", ")}.`);
  const { compared, worse, unrecorded } = compareWithHistory(results, lines);
  if (unrecorded.length > 0) console.info(`Never recorded, and so not compared: ${unrecorded.join("; ")}.`);
  for (const sentence of worse) console.error(sentence);
  if (compared.length === 0) console.error("Nothing was compared: measure these suites with --record first.");
  else console.info(`${compared.length} figures compared with ${historyFile}, ${worse.length} are worse.`);
  return compared.length > 0 && worse.length === 0;
}

const results: SuiteResult[] = [];
let failed = false;
for (const suite of options.suites) {
  const loadBefore = loadavg()[0] ?? 0;
  const started = performance.now();
  try {
    const rows = (await suites[suite]?.(options)) ?? [];
    const partial = suite === "streams" && options.cases !== undefined;
    const result = { suite, rows, partial, loadBefore, seconds: (performance.now() - started) / 1_000 };
    results.push(result);
    printTable(result);
  } catch (error) {
    failed = true;
    console.error(`\n${suite} could not be measured:`, error);
  }
}
const missed = results.flatMap(({ rows }) => rows.filter((row) => verdictOf(row) === "missed"));
const path = writeResults(results, run);
writeFileSync(readmeFile, mergeReadme(textOf(readmeFile), results, run));
console.info(`\n${missed.length} bounds missed. Written to ${path}.json, ${path}.md and ${readmeFile}`);
const holds = options.compare ? compare(results) : missed.length === 0;
if (options.record) for (const result of results) appendFileSync(historyFile, toHistoryLine(result, run));
process.exit(failed || !holds ? 1 : 0);
